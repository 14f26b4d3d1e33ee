"""What is in the Python wheel and source archive: exactly one library, the licences, types, and nothing of the tests in the wheel.

    python3 scripts/python_contents.py WHEEL ARCHIVE
"""

import re
import sys
import tarfile
import zipfile

wheel, archive = sys.argv[1:]
name = re.fullmatch(r".*/dpmarkov-[\d.]+-py3-none-([\w.]+)\.whl", wheel)
assert name, f"{wheel}: a wheel for every Python 3, of one platform"
assert name.group(1).startswith(("manylinux_", "macosx_")), f"{wheel}: the library asks for more than memory functions, see python/hatch_build.py"

with zipfile.ZipFile(wheel) as file:
    names = file.namelist()
    metadata = file.read(next(n for n in names if n.endswith("/METADATA"))).decode()
    tag = file.read(next(n for n in names if n.endswith("/WHEEL"))).decode()
libraries = [n for n in names if n.endswith((".so", ".dylib", ".dll", ".a")) or ".so." in n]
assert len(libraries) == 1 and re.fullmatch(r"dpmarkov/libdpmarkov\.(so|dylib)", libraries[0]), libraries
info = next(n for n in names if n.endswith("/METADATA")).split("/")[0]
assert {f"{info}/licenses/LICENSE-MIT", f"{info}/licenses/LICENSE-APACHE", "dpmarkov/py.typed", "dpmarkov/__init__.py"} <= set(names), names
strange = [n for n in names if n not in libraries and not re.fullmatch(rf"dpmarkov/(\w+\.py|py\.typed)|{re.escape(info)}/[\w/.-]+", n)]
assert not strange, strange
assert "Root-Is-Purelib: false" in tag, tag
needed = re.findall(r"^Requires-Dist: (.*)$", metadata, re.M)
assert needed == ["numpy>=1.24", "pandas>=2.0; extra == 'pandas'"], needed
assert "License-Expression: MIT OR Apache-2.0" in metadata and "Requires-Python: >=3.10" in metadata, metadata

with tarfile.open(archive) as file:
    names = {n.split("/", 1)[1] for n in file.getnames() if "/" in n}
    links = [m.name for m in file.getmembers() if m.issym() or m.islnk()]
assert not links, links
lacking = {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "tests/test_golden.py", "rust/Cargo.lock", "rust/src/lib.rs", "rust/scripts/build-c.sh"} - names
assert not lacking, lacking
assert not [n for n in names if n.endswith((".so", ".dylib", ".pyc")) or "/target/" in n], names
