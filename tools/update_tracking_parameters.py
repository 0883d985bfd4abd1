"""Refreshes ``tracking_parameters.txt``: parameters that say how somebody came to a page, not which page it is.

``python tools/update_tracking_parameters.py FILE`` reads the names that the Brave browser takes out of every address,
from a file, or from where they are published if none is given. A browser applies that list to all sites without
breaking them; what it does on single sites only is left out. To those names come those that services of analytics and
advertising tell their customers to use, which are written here.
"""

from __future__ import annotations

import datetime
import re
import sys
import urllib.request
from pathlib import Path

LIST = Path(__file__).resolve().parent.parent / "python" / "urlmill" / "_url" / "canonical" / "tracking_parameters.txt"
BROWSER = "https://raw.githubusercontent.com/brave/brave-core/master/components/query_filter/utils.cc"
# Where the list of names begins and ends in that file.
BEGINS, ENDS = "kSimpleQueryStringTrackers", "});"
NAME = re.compile(r"[a-z0-9_.-]{2,40}\*?")
# By what writes them; a name that ends in an asterisk is a prefix.
DOCUMENTED = {
    "Google Analytics": ["utm_*", "_ga"],
    "Google Ads": ["gad_source", "gbraid", "gclsrc"],
    "HubSpot": ["_hsmi", "hsa_*"],
    "LinkedIn": ["li_fat_id"],
    "Mailchimp": ["mc_cid"],
    "Matomo": ["matomo_*", "mtm_*", "piwik_*", "pk_*"],
    "Pinterest": ["epik"],
    "TikTok": ["ttclid"],
}
HEAD = """\
# Parameters that say how somebody came to a page, not which page it is: a name to a line, and where it is from.
# A name that ends in an asterisk is a prefix; letter case does not matter.
# tools/update_tracking_parameters.py writes this.
# DATE: {date}
# SOURCES: the service that writes the parameter; or "Brave" for
# {browser}
"""


def main() -> None:
    """Reads the browser's list and writes ours, unless it is not what was expected."""
    if len(sys.argv) > 1:
        source = Path(sys.argv[1]).read_text("utf-8")
    else:
        with urllib.request.urlopen(BROWSER, timeout=60) as answer:
            source = answer.read().decode("utf-8")
    text = listed(names_in(source), datetime.date.today())
    LIST.write_text(text, "utf-8", newline="\n")
    print(f"{LIST.name}: {sum(not line.startswith('#') for line in text.splitlines())} names")


def names_in(source: str) -> list[str]:
    """The names that the browser takes out of every address, in lower case."""
    _, mark, rest = source.partition(BEGINS)
    body, end, _ = rest.partition(ENDS)
    code = "\n".join(line for line in body.splitlines() if not line.strip().startswith("//"))
    names = [name.lower() for name in re.findall(r'"([^"]*)"', code)]
    if not mark or not end or "fbclid" not in names:
        sys.exit("the list of the browser is not where it was")
    return names


def listed(names: list[str], date: datetime.date) -> str:
    """The text of our list."""
    found = dict.fromkeys(names, "Brave")
    for service, documented in DOCUMENTED.items():
        for name in documented:
            found.setdefault(name, service)
    odd = [name for name in found if not NAME.fullmatch(name)]
    if odd:
        sys.exit(f"names of a new kind: {', '.join(odd)}")
    return HEAD.format(date=date, browser=BROWSER) + "".join(
        f"{name}\t{source}\n" for name, source in sorted(found.items())
    )


if __name__ == "__main__":
    main()
