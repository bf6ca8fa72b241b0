"""The real mermaid, asked whether it can read a diagram.

    error = parse_mermaid(text)      # None, or the parser's complaint

The npm package is installed once, by its lock file, into a cache folder of the clone. Where node or npm is
absent, or the package cannot be had, the test that asks is skipped with the reason.
"""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock

_HERE = Path(__file__).parent
_CACHE = Path(__file__).parents[2] / ".venv" / "mermaid"


def parse_mermaid(text: str) -> str | None:
    """None when mermaid reads the text, else its complaint."""
    return parse_all([text])[0]


def parse_all(texts: Sequence[str]) -> list[str | None]:
    """One verdict a text, in one call of node: its start is what costs."""
    answer = subprocess.run(
        ["node", "--input-type=module", "--eval", (_HERE / "parse.mjs").read_text(encoding="utf-8")],
        cwd=_installed(),
        input=json.dumps(list(texts)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    verdicts: list[str | None] = json.loads(answer.stdout)
    return verdicts


@cache
def _installed() -> Path:
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed: mermaid's own parser cannot be asked")
    lock = (_HERE / "package-lock.json").read_bytes()
    folder = _CACHE / hashlib.sha256(lock).hexdigest()[:16]
    _CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock(_CACHE / "lock"):
        if not (folder / "ready").exists():
            _install(folder)
    return folder


def _install(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(_HERE / name, folder)
    command = ["npm", "ci", "--no-fund", "--no-audit", "--ignore-scripts", "--omit=optional"]
    npm = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    if npm.returncode != 0:
        pytest.skip(f"the mermaid package cannot be installed: {npm.stderr.strip().splitlines()[-1:]}")
    (folder / "ready").touch()
