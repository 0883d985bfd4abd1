"""Formats from the configuration file of a server."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from urlmill import logs
from urlmill.cli.main import main
from urlmill.logs._config import formats_of
from urlmill.logs._pasted_json import pasted_json

from .reading import Read
from .samples import COMBINED, COMMON

# As nginx ships it, with another format beside it.
NGINX = """\
user  nginx;
http {
    # log_format old '$remote_addr';
    log_format  main  '$remote_addr - $remote_user [$time_local] "$request" '
                      '$status $body_bytes_sent "$http_referer" '  # and so on
                      '"$http_user_agent"';
    log_format json escape=json
        '{"t":"$time_iso8601","ip":"$remote_addr","u":"$uri","whole":"$request_uri","m":"${request_method}",'
        '"s":$status,"took":$request_time,"http":{"host":"$host:$server_port"},"q":"$args","id":"$request_id"}';
    content_by_lua_block { -- don't
    }
    access_log  /var/log/nginx/access.log  main;
    log_format quoted "it\\'s \\"$status\\"\\t$host";
}
"""
# As Debian ships it.
APACHE = r"""
LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" vhost_combined
LogFormat "%h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" combined
logformat "%h %l %u %t \"%r\" \
%>s %O" common
#LogFormat "%h" old
CustomLog ${APACHE_LOG_DIR}/other.log '%h "%r"' env=x
CustomLog ${APACHE_LOG_DIR}/access.log combined
"""
FIELDS = "time,client,user,method,path,query,status"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nginx.conf").write_text(NGINX, "utf-8")
    (tmp_path / "httpd.conf").write_text(APACHE, "utf-8")
    (tmp_path / "one.conf").write_text(NGINX[: NGINX.index("    log_format json")], "utf-8")
    (tmp_path / "none.conf").write_text("user nginx;\ninclude conf.d/*.conf;\n", "utf-8")
    return tmp_path


def test_the_formats_of_a_file_have_their_names() -> None:
    assert list(formats_of(NGINX)) == ["main", "json", "quoted"]
    assert formats_of(NGINX)["quoted"] == 'it\'s "$status"\t$host'
    assert list(formats_of(APACHE)) == ["vhost_combined", "combined", "common", "${APACHE_LOG_DIR}/other.log"]
    assert formats_of(APACHE)["common"] == r'LogFormat "%h %l %u %t \"%r\" %>s %O"'
    assert formats_of("log_format a '$b") == formats_of("") == {}


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("nginx.conf:main", COMBINED),
        ("one.conf", COMBINED),
        ("httpd.conf:combined", COMBINED),
        ("httpd.conf:common", COMMON),
    ],
)
def test_a_file_and_a_name_are_a_format(name: str, lines: list[str], folder: Path, read: Read) -> None:
    rows, reader = read(lines, FIELDS, format=str(folder / name))
    assert rows == read(lines, FIELDS)[0]
    assert (reader.format, reader.bad_count) == ("log_format", 0)


def test_a_format_of_json_has_the_keys_of_its_variables(folder: Path, read: Read) -> None:
    line = (
        '{"t":"2026-03-10T10:05:03+02:00","ip":"192.0.2.1","u":"/index.html","whole":"/a","m":"GET","s":200,'
        '"took":0.5,"http":{"host":"example.org:8443"},"q":"b=1","id":"x"}'
    )
    rows, reader = read([line], f"{FIELDS},host,port,request_time,id", format=f"{folder / 'nginx.conf'}:json")
    assert rows == [
        {
            "time": "2026-03-10T08:05:03+00:00", "client": "192.0.2.1", "user": None, "method": "GET", "path": "/a",
            "query": "b=1", "status": 200, "host": "example.org", "port": 8443, "request_time": 0.5, "id": "x",
        }
    ]  # fmt: skip
    assert reader.format == "log_format"


def test_the_file_is_read_once(folder: Path) -> None:
    reader = logs.read(Path(__file__).parents[1] / "data" / "logs" / "combined.log", str(folder / "one.conf"))
    (folder / "one.conf").unlink()
    assert reader.to_pyarrow().num_rows == len(COMBINED)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nginx.conf", "has several: main, json, quoted; choose one, such as .*nginx.conf:main"),
        ("nginx.conf:Main", "has no 'Main'; there are main, json, quoted"),
        ("none.conf", "has no log_format and no LogFormat; files that it includes are not read"),
        ("missing.conf", "unknown format"),
        ("missing.conf:main", "unknown format"),
    ],
)
def test_a_file_that_does_not_tell_is_an_error(
    name: str, words: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=words):
        logs.read(__file__, str(folder / name))
    with pytest.raises(SystemExit, match="2"):
        main(["logs", "--format", str(folder / name)])
    assert "argument --format: " in capsys.readouterr().err


def test_a_file_that_has_the_name_of_a_format_is_not_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "combined").write_text("nothing", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert logs.parse(COMBINED, "combined").num_rows == len(COMBINED)


MANY = 30_000


@pytest.mark.parametrize(
    "text",
    ["log_format a " + '\\"' * MANY, 'log_format a \\"\n' * (MANY // 10), 'log_format a \\"\n' * (MANY // 10) + '"'],
    ids=["one statement", "many", "many and a last quote"],
)
def test_quotes_that_nothing_closes_take_linear_time(text: str) -> None:
    start = process_time()
    assert formats_of(text) == {}
    assert process_time() - start < 1  # ten times that, if each quote is looked for to the end


def test_a_quote_that_nothing_closes_leaves_the_formats_before_it() -> None:
    assert formats_of("log_format a '$status';\nlog_format b '$host;\nlog_format c $uri;") == {"a": "$status"}


@pytest.mark.parametrize("key", ['"a%s":"$uri"' % (".a" * 9), '"a":{' * 10 + '"b":"$uri"' + "}" * 10])
def test_keys_with_many_dots_are_refused(key: str) -> None:
    with pytest.raises(ValueError, match="expected keys with at most 8 dots or objects, got a"):
        logs.parse(["{}"], f"log_format a escape=json '{{{key}}}';")


def test_keys_may_have_some_dots() -> None:
    key = ".".join("abcdefghi")
    table = logs.parse([f'{{"{key}":"/x"}}'], f'log_format a escape=json \'{{"{key}":"$request_uri"}}\';', ["path"])
    assert table.column("path").to_pylist() == ["/x"]


@pytest.mark.parametrize("arguments", [["-o", "nginx.conf", "--to", "csv"], ["--bad", "./nginx.conf"]])
@pytest.mark.parametrize("command", [["logs"], ["top", "path"]], ids=["logs", "top"])
def test_the_file_is_not_written_over(
    command: list[str], arguments: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(folder)
    before = Path("nginx.conf").read_bytes()
    Path("log").write_text("".join(f"{line}\n" for line in COMBINED))
    assert main([*command, "log", "--format", "nginx.conf:main", *arguments]) == 2
    assert "this is nginx.conf, which is read or written already" in capsys.readouterr().err
    assert Path("nginx.conf").read_bytes() == before


def test_a_file_that_has_the_name_of_a_format_may_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("combined").write_text("")
    Path("log").write_text("".join(f"{line}\n" for line in COMBINED))
    assert main(["logs", "log", "--format", "combined", "-o", "combined", "--to", "csv", "--quiet"]) == 0


def test_a_template_that_is_not_json_is_an_error() -> None:
    for text in (
        "log_format a escape=json '$status $host';",
        "log_format a escape=json '[1]';",
        "log_format a escape=json '{';",
    ):
        with pytest.raises(ValueError, match="expected an object of JSON"):
            pasted_json(text)
    assert pasted_json('log_format a \'{"a":"$status"}\'') is None
