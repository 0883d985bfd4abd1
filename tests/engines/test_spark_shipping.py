"""An archive that goes with the job, for executors whose Python has none of it, as docs/engines.md says."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import urlmill

from .cases import CALLS, URLS
from .spark_session import IGNORED, session

engine: Any = pytest.importorskip("urlmill.engines.spark")

pytestmark = IGNORED


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``pip install --target`` would have put there."""
    import idna
    import pyarrow

    file = tmp_path_factory.mktemp("archive") / "site.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for package in (urlmill, idna, pyarrow):
            folder = Path(str(package.__file__)).parent
            for path in folder.rglob("*"):
                if path.is_file() and not {"__pycache__", "include", "tests"} & set(path.parts):
                    archive.write(path, path.relative_to(folder.parent))
    return file


def test_an_archive_goes_with_the_job(archive: Path) -> None:
    def where(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        import urlmill as theirs

        for _ in batches:
            yield pyarrow.record_batch({"file": [theirs.__file__], "backend": [theirs.backend]})

    bare: str = getattr(sys, "_base_executable", sys.executable)  # that this environment was made from
    with session(
        "local-cluster[1,1,1024]",
        bare,
        **{"executor.memory": "512m", "archives": f"{archive}#site", "executorEnv.PYTHONPATH": "site"},
    ) as spark:
        frame = spark.createDataFrame(list(enumerate(URLS)), "n int, url string")
        (found,) = frame.mapInArrow(where, "file string, backend string").distinct().collect()
        assert Path(found.file).parts[-3:] == ("site", "urlmill", "__init__.py")
        assert found.file != urlmill.__file__
        assert found.backend == urlmill.backend
        rows = sorted(frame.select("n", engine.parts("url").alias("parts")).collect(), key=lambda row: row.n)
        assert [row.parts and row.parts.asDict() for row in rows] == CALLS[0].expected(URLS)
