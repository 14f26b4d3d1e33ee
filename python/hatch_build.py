"""Hatch's hook: the version is Cargo.toml's, the shared library is built by scripts/build-c.sh and goes into the wheel, the Rust sources into the sdist.

DPMARKOV_LIBRARY, the whole path of a library that was built before (by scripts/build-c.sh, for the machine that the wheel is for), spares the build.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
NAMES = ("libdpmarkov.so", "libdpmarkov.dylib")
# What the crate's build reads. cargo wants the files of every target that Cargo.toml names.
SOURCES = ("Cargo.toml", "Cargo.lock", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "src", "include", "scripts/build-c.sh", "benches", "examples/first_chain.rs")


def rust() -> Path:
    """The crate: beside this folder in the repository, inside it in a source archive."""
    inside = HERE / "rust"
    return inside if (inside / "Cargo.toml").exists() else HERE.parent


class MetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        found = re.search(r'^version = "([^"]+)"$', (rust() / "Cargo.toml").read_text(), re.M)
        if not found:
            raise ValueError(f"{rust() / 'Cargo.toml'}: no version")
        metadata["version"] = found.group(1)


class BuildHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "sdist":
            for name in SOURCES:
                build_data["force_include"][str(rust() / name)] = f"rust/{name}"
            return
        library = build()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(library)}"
        build_data["force_include"][str(library)] = f"dpmarkov/{library.name}"
        if version == "editable":
            place = HERE / "src" / "dpmarkov" / library.name
            place.unlink(missing_ok=True)
            place.write_bytes(library.read_bytes())
            del build_data["force_include"][str(library)]


def build() -> Path:
    given = os.environ.get("DPMARKOV_LIBRARY")
    if given:
        library = Path(given)
        if library.name not in NAMES or not library.is_absolute() or not library.is_file():
            raise ValueError(f"DPMARKOV_LIBRARY={given}: must be the whole path of a file named {' or '.join(NAMES)}")
        return library
    if subprocess.run(["sh", str(rust() / "scripts" / "build-c.sh")], check=False).returncode:
        raise RuntimeError("scripts/build-c.sh failed, see above: building the package takes Rust (https://rustup.rs), or a library in DPMARKOV_LIBRARY")
    for name in NAMES:
        library = rust() / "target" / "capi" / "lib" / name
        if library.is_file():
            return library
    raise RuntimeError(f"scripts/build-c.sh made no shared library for {sysconfig.get_platform()}")


def platform_tag(library: Path) -> str:
    """Where the wheel runs."""
    machine = platform.machine().lower()
    if library.suffix == ".dylib":
        # Rust's own floors.
        return "macosx_11_0_arm64" if machine == "arm64" else "macosx_10_12_x86_64"
    if asks_for_memory_functions_alone(library):
        return f"manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}"
    return f"linux_{machine}"


def asks_for_memory_functions_alone(library: Path) -> bool:
    """No other library, no version of a symbol, and what is undefined every C library has: then it runs on glibc and musl of any age."""
    from elftools.elf.elffile import ELFFile  # type: ignore[import-untyped]

    with library.open("rb") as file:
        elf = ELFFile(file)
        needed = [tag.needed for tag in elf.get_section_by_name(".dynamic").iter_tags() if tag.entry.d_tag == "DT_NEEDED"]
        versions = elf.get_section_by_name(".gnu.version_r")
        undefined = {
            symbol.name
            for symbol in elf.get_section_by_name(".dynsym").iter_symbols()
            if symbol.entry.st_shndx == "SHN_UNDEF" and symbol.name and symbol.entry.st_info.bind != "STB_WEAK"
        }
    return not needed and versions is None and undefined <= {"memcpy", "memmove", "memset", "memcmp", "bcmp"}
