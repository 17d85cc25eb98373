"""The formats that the suite reads, in the order of their rows in ImageFormat.swift."""

import re
from pathlib import Path

_TABLE = Path(__file__).parent.parent / "Sources/Core/ContentTypes/BuiltIn/ImageFormat.swift"
_ROWS = re.findall(r'^ {4}row\(\s*"([^"]+)", "([^"]+)"', _TABLE.read_text(), re.MULTILINE)

IDENTIFIERS = [identifier for identifier, _ in _ROWS]
# The names of formats in options.
NAMES = [title.lower().replace(" ", "") for _, title in _ROWS]
