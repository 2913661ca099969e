"""Builds the package, installs the wheel in a fresh environment, and uses it there."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

from .fault_server import KEY, NBA, FaultServer

PROJECT = Path(__file__).resolve().parents[1]
DOCUMENT = PROJECT.parents[1] / "server/web/api/openapi/openapi.json"
CAN_BUILD = all(importlib.util.find_spec(name) for name in ("build", "setuptools", "wheel", "pip"))
HAS_MYPY = shutil.which("mypy") is not None
HAS_HTTPX = importlib.util.find_spec("httpx") is not None

FIRST_PRICE = """
from oddskeeper import Oddskeeper
client = Oddskeeper()
fixture = client.odds.list(sport="basketball_nba", markets=["h2h"])[0]
print(fixture["home_team"], fixture["bookmakers"][0]["markets"][0]["outcomes"][0]["price"])
with client.odds.stream(sports=["basketball_nba"]) as boards:
    print(next(iter(boards)).fixtures[0]["id"])
client.close()
"""

TYPED = """
from typing import List, Optional
from oddskeeper import Oddskeeper, OddskeeperError
from oddskeeper.types import FixtureOdds

client = Oddskeeper(api_key="k", base_url="http://127.0.0.1:1")
fixtures: List[FixtureOdds] = client.odds.list(sport="basketball_nba", markets=["h2h"])
iso: str = fixtures[0]["commence_time"]
unix: int = client.odds.list(sport="basketball_nba", date_format="unix")[0]["commence_time"]
checked: Optional[str] = fixtures[0]["bookmakers"][0]["last_update"]
price: float = fixtures[0]["bookmakers"][0]["markets"][0]["outcomes"][0]["price"]
left: Optional[int] = client.with_response().odds.list(sport="basketball_nba").usage.requests_remaining
try:
    with client.odds.stream(sports=["basketball_nba"]) as boards:
        for board in boards:
            home: str = board.fixtures[0]["home_team"]
except OddskeeperError as error:
    code: str = error.code
"""

WRONG = """
from oddskeeper import Oddskeeper

client = Oddskeeper(api_key="k")
number: int = client.odds.list(sport="basketball_nba")[0]["commence_time"]
client.odds.list(sport="basketball_nba", odds_format="fractional")
client.props.list(sport="basketball_nba")
print(client.odds.list(sport="basketball_nba")[0]["home"])
"""


def run(command, **options):
    finished = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    return finished.returncode, finished.stdout + finished.stderr


def copy_project(folder, changes):
    """Copies what the generator reads, with a changed OpenAPI document."""
    copy = Path(folder) / "clients/python"
    shutil.copytree(PROJECT, copy, ignore=shutil.ignore_patterns("tests", "__pycache__", ".mypy_cache"))
    shutil.copy(PROJECT.parent / "operations.json", copy.parent)
    document = Path(folder) / "server/web/api/openapi/openapi.json"
    document.parent.mkdir(parents=True)
    text = json.dumps(json.loads(DOCUMENT.read_text("utf-8")), separators=(",", ":"))
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    document.write_text(text, "utf-8")
    return copy


def other_pythons():
    """The interpreters from 3.9 on that this machine has."""
    found = {}
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    for minor in range(9, 20):
        for path in (folder / f"python3.{minor}" for folder in folders):
            if minor not in found and path.exists():
                # The shims of pyenv exist for versions that are not active, and then fail.
                code, text = run([path, "-c", "import ssl, sys; print(sys.version_info[1])"])
                if code == 0 and text.strip() == str(minor):
                    found[minor] = path
    return found


@unittest.skipUnless(CAN_BUILD, "skipped: build, setuptools, wheel or pip is not installed")
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="oddskeeper-package-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        folder = Path(cls.folder)
        source = folder / "source"
        shutil.copytree(
            PROJECT,
            source,
            ignore=shutil.ignore_patterns(
                "tests", "*.egg-info", "build", "dist", ".mypy_cache", "__pycache__"
            ),
        )
        # The wheel is built from the source distribution, so this tests both.
        code, text = run(
            [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", source]
        )
        assert code == 0, text
        (cls.wheel,) = (folder / "dist").glob("*.whl")
        (cls.sdist,) = (folder / "dist").glob("*.tar.gz")
        code, text = run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"])
        assert code == 0, text
        cls.python = folder / "venv/bin/python"
        install = ["install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check"]
        code, text = run([sys.executable, "-m", "pip", "--python", cls.python, *install, cls.wheel])
        assert code == 0, text
        (cls.site,) = (folder / "venv/lib").glob("python3.*/site-packages")
        cls.server = FaultServer()
        cls.addClassCleanup(cls.server.stop)
        # Otherwise each stream would change the prices, until the sport has no fixture left.
        cls.server.scenario("ok").reset(changes=0)

    def use(self, python, code):
        environment = {"PATH": os.environ["PATH"], "ODDSKEEPER_KEY": KEY}
        environment.update({"ODDSKEEPER_URL": f"{self.server.url}/ok", "PYTHONPATH": str(self.site)})
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        return run([python, "-W", "error", "-c", code], env=environment, cwd=self.folder)

    def test_the_wheel_and_the_source_have_the_types_the_licence_and_no_tests(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = wheel.namelist()
        self.assertIn("oddskeeper/py.typed", names)
        self.assertIn("oddskeeper/types.py", names)
        self.assertTrue(any(name.endswith("LICENSE") for name in names))
        self.assertEqual([name for name in names if "test" in name or "script" in name], [])
        with tarfile.open(self.sdist) as sdist:
            members = {name.split("/", 1)[-1] for name in sdist.getnames()}
        self.assertLessEqual({"README.md", "LICENSE", "pyproject.toml", "src/oddskeeper/py.typed"}, members)

    def test_a_program_gets_its_first_price_from_the_installed_wheel(self):
        board = self.server.scenario("ok").board(sports=[NBA])
        code, text = self.use(self.python, FIRST_PRICE)
        self.assertEqual(code, 0, text)
        self.assertIn(board[0]["home_team"], text)

    def test_the_core_works_on_each_python_from_3_9_on_that_is_installed(self):
        outcomes = {minor: self.use(path, FIRST_PRICE) for minor, path in other_pythons().items()}
        print("used with Python", ", ".join(f"3.{minor}" for minor in outcomes))
        self.assertEqual({minor: text for minor, (code, text) in outcomes.items() if code != 0}, {})
        self.assertTrue(outcomes)

    def test_the_core_imports_nothing_outside_the_standard_library(self):
        code, text = self.use(
            self.python,
            "import oddskeeper\ntry:\n    import oddskeeper.aio\nexcept ImportError as error:\n    print(error)",
        )
        self.assertEqual(code, 0, text)
        self.assertIn("oddskeeper[async]", text)

    @unittest.skipUnless(HAS_MYPY, "skipped: mypy is not installed")
    def test_a_typed_program_passes_mypy_strict_with_the_installed_types_and_a_wrong_one_fails(self):
        outcomes = []
        for name, code in (("typed.py", TYPED), ("wrong.py", WRONG)):
            path = Path(self.folder) / name
            path.write_text(code, "utf-8")
            mypy = [
                "mypy",
                "--strict",
                "--python-executable",
                self.python,
                "--cache-dir",
                f"{self.folder}/mypy",
            ]
            outcomes.append(run([*mypy, path], cwd=self.folder))
        self.assertEqual(outcomes[0][0], 0, outcomes[0][1])
        self.assertEqual(outcomes[1][0], 1)
        wrong_lines = {int(line.split(":")[1]) for line in outcomes[1][1].splitlines() if ": error:" in line}
        self.assertEqual(wrong_lines, {5, 6, 7, 8}, outcomes[1][1])


class Sources(unittest.TestCase):
    def test_the_types_and_methods_are_those_of_the_openapi_document(self):
        code, text = run([sys.executable, PROJECT / "scripts/generate.py", "--check"])
        self.assertEqual(code, 0, text)

    def test_the_check_of_the_types_fails_when_a_file_is_out_of_date(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = copy_project(folder, {'"unmatched_bookmakers"': '"unmatched_books"'})
            code, text = run([sys.executable, copy / "scripts/generate.py", "--check"])
        self.assertEqual(code, 1, text)
        self.assertIn("out of date: src/oddskeeper/types.py", text)

    def test_fields_and_parameters_that_python_reserves_get_names_that_it_accepts(self):
        with tempfile.TemporaryDirectory() as folder:
            # A parameter of a query, a field of a response, and a field of a request's body.
            renamed = {
                '"name":"markets"': '"name":"from"',
                '"archive_from":': '"from":',
                '"label":': '"class":',
            }
            copy = copy_project(folder, renamed)
            code, text = run([sys.executable, copy / "scripts/generate.py"])
            self.assertEqual(code, 0, text)
            ask = "import oddskeeper; oddskeeper.Oddskeeper(api_key='k').odds.list(sport='a', from_=[])"
            code, text = run([sys.executable, "-c", ask], env={**os.environ, "PYTHONPATH": str(copy / "src")})
        self.assertIn("ValueError: from is an empty list", text)

    @unittest.skipUnless(HAS_MYPY and HAS_HTTPX, "skipped: mypy or httpx is not installed")
    def test_the_sources_pass_mypy_strict(self):
        code, text = run(["mypy", "--no-color-output"], cwd=PROJECT)
        self.assertEqual(code, 0, text)


if __name__ == "__main__":
    unittest.main()
