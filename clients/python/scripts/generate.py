"""Writes the types and the methods of the client from the OpenAPI document.

    python3 scripts/generate.py           writes src/oddskeeper/types.py, _resources.py and aio/_resources.py
    python3 scripts/generate.py --check   exits with 1 if a file is out of date
"""

import json
import sys
from pathlib import Path
from typing import Dict

from generate_methods import render_resources
from generate_types import Types
from read_operations import read_operations

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT.parent.parent / "server/web/api/openapi/openapi.json"
PACKAGE = ROOT / "src/oddskeeper"


def render_all() -> Dict[Path, str]:
    document = json.loads(DOCUMENT.read_text("utf-8"))
    types = Types(document["components"]["schemas"])
    operations = read_operations(document, types)
    return {
        PACKAGE / "types.py": types.render(),
        PACKAGE / "_resources.py": render_resources(operations, False),
        PACKAGE / "aio/_resources.py": render_resources(operations, True),
    }


def main() -> int:
    outdated = []
    for path, text in render_all().items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        outdated.append(path)
        if "--check" not in sys.argv:
            path.write_text(text, "utf-8")
    for path in outdated:
        print(f"{'out of date' if '--check' in sys.argv else 'written'}: {path.relative_to(ROOT)}")
    return 1 if outdated and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
