"""The plan of ftp and ftps: the steps over the control connection, which is one of Telnet (RFC 959 section 3.1)."""

from .._url.octets import as_octets
from .._url.plan import Plan, Step, on_the_wire

_PROMPT = b"{prompt}"
IAC = b"\xff"  # RFC 854: what follows it is a command of Telnet


def doubled(octets: bytes) -> bytes:
    """The octet 255 twice, which Telnet takes for one that is data."""
    return octets.replace(IAC, 2 * IAC)


class FtpPlan(Plan):
    """What to do over the control connection, step by step.

    Where ``needs_password`` is set, the server's demand for a password goes to the user: ``with_password`` puts in the
    answer.
    """

    __slots__ = ("double_iac", "notes", "steps", "tls")
    __match_args__ = ("connect", "tls", "steps", "notes", "double_iac")

    tls: bool
    steps: tuple[Step, ...]
    notes: tuple[str, ...]
    double_iac: bool  # whether the octet 255 is sent twice, that of a password too

    @property
    def commands(self) -> tuple[bytes, ...]:
        """The octets of the steps, with ``PASS {prompt}`` where the user has to be asked."""
        return tuple(b"PASS " + _PROMPT if step.octets is None else step.octets for step in self.steps)

    @property
    def needs_password(self) -> bool:
        """Whether the user has to be asked for the password."""
        return any(step.kind == "password-needed" for step in self.steps)

    def with_password(self, password: "str | bytes") -> "FtpPlan":
        """The plan with the password that the user gave, if it needs one: that of the URL stays."""
        octets = on_the_wire(as_octets(password), 0, "")
        answer = Step("password", b"PASS " + (doubled(octets) if self.double_iac else octets))
        steps = tuple(answer if step.kind == "password-needed" else step for step in self.steps)
        return FtpPlan(
            connect=self.connect,
            tls=self.tls,
            steps=steps,
            notes=self.notes,
            double_iac=self.double_iac,
            _printed=self._printed.with_password(password) if isinstance(self._printed, FtpPlan) else self._printed,
        )
