"""FTP servers that are bad, on either connection."""

from __future__ import annotations

from ..servers import drips, ftp, resets, says, says_forever, stalls
from .case import Bad, Kind

FILE, FOLDER = "ftp://{}/a", "ftp://{}/a/"

CASES: dict[Kind, dict[str, Bad]] = {
    "lies": {
        **{
            f"a listing of {name.decode()}": Bad(FOLDER, ftp({}, says(b"b\r\n" + name + b"\r\n")), "bad-reply", True)
            for name in (
                b"..//",
                b"c//",
                b"/b/c",
                b"/",
                b"../../etc/passwd",
                b"/etc/passwd",
                b"./../etc/passwd",
                b".//etc/passwd",
                b"b/../../c",
            )
        },
        "done before it begins": Bad(FILE, ftp({b"RETR": b"226 done\r\n"}, stalls()), "bad-reply"),
        "a listing that is done before it begins": Bad(FOLDER, ftp({b"NLST": b"226 done\r\n"}, stalls()), "bad-reply"),
        "it is not FTP": Bad(FILE, says(b"SSH-2.0-OpenSSH_9.2\r\n"), "bad-reply"),
        "answers before questions": Bad(FILE, ftp({b"": b"220 a\r\n331 b\r\n230 c\r\n"}), "bad-reply"),
        "an answer to nothing": Bad(FILE, ftp({b"TYPE": b"331 password?\r\n"}), "bad-reply"),
        "no data port": Bad(FILE, ftp({b"EPSV": b"229 ok\r\n"}), "bad-reply"),
        "data port 0": Bad(FILE, ftp({b"EPSV": b"229 ok (|||0|)\r\n"}), "bad-reply"),
        "data port 99999": Bad(FILE, ftp({b"EPSV": b"229 ok (|||99999|)\r\n"}), "bad-reply"),
        "PASV of large numbers": Bad(
            FILE, ftp({b"EPSV": b"500 ?\r\n", b"PASV": b"227 (127,0,0,1,999,999)\r\n"}), "bad-reply"
        ),
        "nobody at the data port": Bad(FILE, ftp({b"EPSV": b"229 ok (|||1|)\r\n"}), "no-connection"),
        "more than announced": Bad(FILE, ftp({b"RETR": b"150 a (5 bytes)\r\n226 done\r\n"}), "bad-reply"),
    },
    "stalls": {
        "a listing that stops": Bad(FOLDER, ftp({}, stalls(b"a\r\n")), "timeout"),
        "it says nothing": Bad(FILE, stalls(), "timeout"),
        "a reply drop by drop": Bad(FILE, drips(b"220-more\r\n"), "timeout"),
        "never ready": Bad(FILE, stalls(b"120 wait\r\n"), "timeout"),
        "data drop by drop": Bad(FILE, ftp({}, drips(b"x")), "timeout"),
        "data that stalls": Bad(FILE, ftp({}, stalls(b"hel")), "timeout"),
        "no word at the end": Bad(FILE, ftp({b"RETR": b"150 a\r\n"}), "timeout"),
    },
    "never ends": {
        "always ready in some minutes": Bad(FILE, says_forever(b"120 wait\r\n"), "bad-reply"),
        "a listing": Bad(FOLDER, ftp({}, says_forever(b"a\r\n")), "too-large"),
        "a reply at the end": Bad(FILE, ftp({b"RETR": b"150 a\r\n226-" + b"more\r\n" * 2000}), "bad-reply"),
        "a line without end": Bad(FILE, says_forever(b"2"), "bad-reply"),
        "a reply without end": Bad(FILE, says_forever(b"220-more\r\n"), "bad-reply"),
        "data without end": Bad(FILE, ftp({}, says_forever(b"x")), "too-large"),
        "too long, and says so": Bad(
            FILE, ftp({b"RETR": b"150 a (1000001 bytes)\r\n226 done\r\n"}, stalls()), "too-large"
        ),
    },
    "ends early": {
        "a listing that is reset": Bad(FOLDER, ftp({}, resets(b"b\r\n")), "truncated"),
        "it hangs up": Bad(FILE, says(b""), "truncated"),
        "half a greeting": Bad(FILE, says(b"220 rea"), "truncated"),
        "data that is reset": Bad(FILE, ftp({b"RETR": b"150 a\r\n"}, resets(b"hel")), "truncated"),
        "fewer than announced": Bad(FILE, ftp({b"RETR": b"150 a (10 bytes)\r\n226 done\r\n"}), "truncated"),
        "none of one byte": Bad(FILE, ftp({b"RETR": b"150 a (1 byte)\r\n226 ok\r\n"}, says(b"")), "truncated"),
    },
    "leads elsewhere": {
        "a port that nobody listens on": Bad(
            FILE, ftp({b"EPSV": b"500 ?\r\n", b"PASV": b"227 (127,0,0,2,0,1)\r\n"}), "no-connection"
        ),
        "data elsewhere": Bad(FILE, ftp({b"EPSV": b"229 ok (|1|127.0.0.2|{port}|)\r\n"}), "bad-reply"),
    },
    "control characters": {
        "in a listing": Bad(FOLDER, ftp({}, says(b"b\x1b[2J\r\n")), "bad-reply", is_listing=True),
        "in the reply at the end": Bad(FILE, ftp({b"RETR": b"150 a\r\n226 \x1b\r\n"}), "bad-reply"),
        "in a port": Bad(FILE, ftp({b"EPSV": b"229 (|||{port}|)\x00\r\n"}), "bad-reply"),
        "control characters": Bad(FILE, says(b"220 \x1b[2Jhello\r\n"), "bad-reply"),
        "a bare return": Bad(FILE, says(b"220 a\r331 b\r\n"), "bad-reply"),
    },
    "refuses": {
        "it does not serve": Bad(FILE, says(b"421 too many\r\n"), "refused"),
        "a wrong password": Bad("ftp://u:p@{}/a", ftp({b"PASS": b"530 no\r\n"}), "refused"),
        "an account at once": Bad("ftp://u:p@{}/a", ftp({b"USER": b"332 account?\r\n"}), "refused"),
        "an account too": Bad("ftp://u:p@{}/a", ftp({b"PASS": b"332 account?\r\n"}), "refused"),
        "a password again": Bad("ftp://u:p@{}/a", ftp({b"PASS": b"331 password?\r\n"}), "refused"),
        "it asks for a password": Bad("ftp://u@{}/a", ftp({}), "password-required"),
        "no such directory": Bad("ftp://{}/a/b", ftp({b"CWD": b"550 no\r\n"}), "refused"),
        "no listing": Bad(FOLDER, ftp({b"NLST": b"550 no\r\n"}), "refused"),
        "no files of a file": Bad(FILE, ftp({b"RETR": b"550 No files\r\n"}), "refused"),
        "no files of a name": Bad("ftp://{}/a;type=d", ftp({b"NLST": b"550 No files\r\n"}), "refused"),
        "no such file": Bad(FILE, ftp({b"RETR": b"550 no\r\n"}), "refused"),
        "no PASV either": Bad(FILE, ftp({b"EPSV": b"500 what?\r\n", b"PASV": b"500 what?\r\n"}), "refused"),
        "data that is cut": Bad(FILE, ftp({b"RETR": b"150 a\r\n426 broken\r\n"}, says(b"hel")), "refused"),
    },
}
