"""What may be secret in a URL, above all its login: masked for people to read, or taken away."""

from ..errors import URLError
from . import masking
from .edits import Editable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import Self


class Logins(Editable):
    """The URL without its secrets."""

    __slots__ = ()

    if TYPE_CHECKING:
        scheme_names: tuple[str, ...]
        needs_host: bool

    secret_params = masking.SECRET_PARAMS  # what display(mask_query=True) masks

    def without_login(self) -> "Self":
        """Without user name and password. Where a password would be left, as in a text that is not a well-formed URL,
        it raises URLError.
        """
        start = self._start_of("authority")
        end = start + (self.authority or "").rfind("@") + 1
        url = self if end == start else self._edited(str(self)[:start] + str(self)[end:])
        left = masking.hidden(str(url), url._login_start)
        if left:
            raise URLError("password-not-allowed", left[0][0], str(url))
        return url

    def display(self, *, mask_query: "bool | Iterable[str]" = False) -> str:
        """For people to read: without the password, or what may be one in a text that is not a well-formed URL.

        With ``mask_query``, without the values of parameters that are called like secrets too, in query and fragment:
        those of ``secret_params``, or of the names that it lists, also within ``user[name]`` and ``user.name``.
        """
        names = self.secret_params if mask_query is True else mask_query or ()
        return masking.masked(str(self), self._login_start, masking.names_of_secrets(names))

    @property
    def _login_start(self) -> int | None:
        """Where a login may begin that no slashes stand before."""
        scheme = self.scheme or ""
        if self.needs_host or scheme in masking.WITH_LOGIN:
            return len(scheme) + 1
        return None if scheme in masking.WITHOUT_LOGIN or scheme in self.scheme_names else 0
