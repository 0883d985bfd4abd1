"""``urlmill split``: lines of URLs to columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._io.filters import Where
from ..._io.outputs import Output, format_of
from ..._profiles import PROFILES
from ..job import run
from ..lines import url_rows
from ..options import add_reading, add_writing, names
from ..summary import told

if TYPE_CHECKING:
    import argparse

USUAL = ["url", "scheme", "host", "port", "path", "query", "fragment"]
EXAMPLES = """\
  urlmill split urls.txt.gz --fields host,path -o parts.parquet
  zcat crawl/*.gz | urlmill split --fields registrable_domain,depth --to csv
  urlmill split urls.txt --profile strict --bad refused.tsv --to jsonl

fields of single schemes, which are slower:
  article, attributes, authority, cwds, database, drive, effective_port,
  form, gopherplus, gopherplus_kind, gophertype, group, host_ascii,
  host_type, host_unicode, hsoname, is_local, kind, language, locatable,
  message_id, name, profile, raw_host, raw_password, raw_port, raw_user,
  recipients, search, segments, selector, to, to_ascii, type_name, typecode,
  unc_host, unc_user, url_path, view, wildmat, wpath, wtype, zone
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument(
        "--fields", type=names, default=USUAL, metavar="NAMES",
        help="url, scheme, user, password, host, port, netloc, path, query, fragment, extension, depth, "
        "registrable_domain, public_suffix, error, error_at, or those below; with commas between",
    )  # fmt: skip
    parser.add_argument("--profile", choices=PROFILES, default="lenient", help="what is a URL; default: lenient")
    add_reading(parser)
    add_writing(parser)


def command(options: argparse.Namespace) -> int:
    """Writes the parts of each line."""
    where = Where(options.where)
    read = url_rows(list(dict.fromkeys([*options.fields, *where.fields])), options)
    with Output(options.output, format_of(options.to, options.output)) as output:
        done = run(options, read, where, output, options.fields)
    return told(done, options)
