"""What the parser is told of a class, and of how a URL is read: the bits of ``_profiles``."""

from .._profiles import (
    ANY_PRINTABLE,
    CHECKED,
    HTTP_FORM,
    KEEPS_BAR,
    LENIENT,
    NEEDS_AUTHORITY,
    NEEDS_HOST,
    OWN_EDITS,
    SEVERAL_HOSTS,
    WHOLE_PATH,
    Settings,
)
from . import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .url import URL


def of(cls: "type[URL]", base: "type[URL]") -> int:
    """Those of a class, under the default profile; ``base`` is URL itself."""
    rules = ANY_PRINTABLE * cls.any_printable | KEEPS_BAR * cls.keeps_bar | CHECKED * cls.is_checked
    rules |= SEVERAL_HOSTS * cls.has_several_hosts | WHOLE_PATH * (cls.option_defaults.get("qmark") == "path")
    rules |= OWN_EDITS * declared.has_own_edits(cls, base) | HTTP_FORM * declared.has_http_form(cls)
    return rules | (NEEDS_AUTHORITY | NEEDS_HOST) * cls.needs_host


def with_settings(cls: "type[URL]", settings: Settings) -> int:
    """Those of a class under another profile, or with options."""
    if settings.profile == "lenient":
        return LENIENT | cls._rules & SEVERAL_HOSTS
    rules = cls._rules | CHECKED
    if settings.profile != "superset":
        rules &= ~ANY_PRINTABLE
    if "qmark" in cls.option_defaults:
        # C-9: in the grammar of RFC 1738 "?" is an ordinary character of an ftp or file path.
        default = "path" if settings.profile == "rfc1738" else cls.option_defaults["qmark"]
        rules = rules & ~WHOLE_PATH | WHOLE_PATH * (settings.options.get("qmark", default) == "path")
    return rules
