"""Compiles the engine where that can be done; all else there is to say stands in pyproject.toml.

Without a C compiler, without mypy, or with DECKMASTOR_PURE=1 the package is plain Python. Compiled
modules lie in a folder of their own, and `deckmastor/engine/which.py` decides when they are used.

With GCC it is compiled twice when it is installed: once with counters, so that some games can be
played with them, and once as these have it. With DECKMASTOR_TRAINED=0 that is left out, and with
DECKMASTOR_TRAINED=1 it is done by `setup.py build_ext` as well.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import Extension, setup  # first: it brings the distutils that follow
from setuptools.command.build_ext import build_ext

from distutils.ccompiler import new_compiler  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

ROOT = Path(__file__).resolve().parent
ENGINE = ROOT / "src" / "deckmastor" / "engine"
BUILDS = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}
IN_PLACE = {"--inplace", "develop", "editable_wheel"}
LEVEL = "2"  # of optimization; the third takes longer to compile and runs no faster
SIMPLE = "1"  # of what compiles rulebooks, which takes as long to compile and is seldom run
WHOLE = ["-flto=auto", "-fno-semantic-interposition"]  # all modules at once: a tenth faster
DENSE = ["-fno-plt", "-fno-align-jumps", "-fno-align-labels", "-fno-align-loops"]  # less code
COUNTING = ["-fprofile-generate", "-fprofile-update=single"]
COUNTED = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"]
TRAINING = "DECKMASTOR_TRAINED"  # in the environment: whether it is compiled as games are played
SCHOOL = Path("lab", "school.py")  # of the package: these games
MYPY = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
PARTS = "build"  # where C files and objects are left


def load(path: Path) -> ModuleType:
    """A module of the package without the package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


which = load(ENGINE / "which.py")
made_of = which.fingerprint()  # before anything is compiled


def hindrance() -> str:
    """Why nothing is compiled, or nothing."""
    if which.asked_for_source():
        return f"{which.SWITCH} is set"
    if platform.python_implementation() != "CPython":
        return "this Python is not CPython"
    if importlib.util.find_spec("mypyc") is None:
        return "mypy is not there"
    return "" if can_compile([]) else "no C compiler works here"


def can_compile(told: list[str]) -> bool:
    """Whether a C file that needs Python's headers can be compiled and linked, as told."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n")
        compiler: Any = new_compiler()
        try:
            customize_compiler(compiler)
            headers = [sysconfig.get_path(name) for name in ("include", "platinclude")]
            made = compiler.compile(
                [str(source)], output_dir="/", include_dirs=headers, extra_preargs=told
            )
            compiler.link_shared_object(made, str(Path(folder, "probe.so")), extra_preargs=told)
        except Exception:  # whatever it is, it will not do
            return False
    return True


def training() -> bool:
    """Whether it is compiled as games are played: when it is installed, if nobody objects."""
    told = os.environ.get(TRAINING, "")
    return told != "0" if told else "build_ext" not in sys.argv


def modules() -> list[Extension]:
    """All of the engine that is compiled, or nothing."""
    if not BUILDS & set(sys.argv):
        return []  # somebody only asks what the package is called
    ready = which.stamped(which.COMPILED) == made_of
    if ready and IN_PLACE & set(sys.argv) and (which.trained(which.COMPILED) or not training()):
        return []
    why = hindrance()
    if not why:
        from mypyc.build import mypycify

        os.chdir(ROOT)
        group = f"deckmastor.engine.{which.LIBRARY.removesuffix('__mypyc')}"
        names = [os.path.relpath(path, ROOT) for path in which.sources()]
        try:
            made = mypycify(
                [*MYPY, *names], group_name=group, target_dir=PARTS, multi_file=True,
                opt_level=LEVEL, debug_level="0",
            )  # fmt: skip
        except SystemExit:
            why = "mypy does not accept it"
        else:
            told = [flag for flags in (WHOLE, DENSE) if can_compile(flags) for flag in flags]
            return [adjusted(one, told) for one in made]
    print(f"The engine is not compiled, and runs as plain Python: {why}.", file=sys.stderr)
    return []


def adjusted(one: Extension, told: list[str]) -> Extension:
    """An extension that may fail, and that lies in the folder of what is compiled."""
    package, name = "deckmastor.engine", one.name.removeprefix("deckmastor.engine.")
    one.name = f"{package}.{which.COMPILED.name}.{name}"
    one.optional = True
    one.include_dirs.append(os.path.join(PARTS, *package.split(".")))
    one.extra_compile_args = [flag for flag in one.extra_compile_args if flag != "-Werror"] + told
    one.extra_link_args = told
    one.sources.sort(key=os.path.getsize, reverse=True)
    return one


def compiles_rules(path: Path) -> bool:
    """Whether a C file, or what was made of it, is part of what compiles rulebooks."""
    return which.PROGRAM in path.stem.split("___")


class Compile(build_ext):
    """Compiles on all processors, and stamps what came of it if nothing is missing."""

    def run(self) -> None:
        if not self.extensions:
            return
        folder = which.COMPILED if self.inplace else self.folder()
        stamp = which.stamp(folder)
        stamp.unlink(missing_ok=True)
        (folder / which.PROGRAM).mkdir(parents=True, exist_ok=True)
        trained = training() and self.train(stamp)
        super().run()
        made = [Path(name).as_posix() for name in self.get_outputs()]
        for path in folder.rglob(f"*{EXTENSION_SUFFIXES[0]}"):
            name = f"/{folder.name}/{path.relative_to(folder).as_posix()}"
            if not any(told.endswith(name) for told in made):
                path.unlink()  # of a module that is gone
        if all(Path(name).exists() for name in self.get_outputs()):
            stamp.write_text(f"{made_of}\n{which.TRAINED if trained else ''}\n", "ascii")
        else:
            print("The engine could not be compiled, and runs as plain Python.", file=sys.stderr)

    def train(self, stamp: Path) -> bool:
        """Compile with counters and play; whether the next time can be as games are played."""
        if not can_compile(COUNTING) or not can_compile(COUNTED):
            print("This compiler counts nothing: the engine is compiled as ever.", file=sys.stderr)
            return False
        compiler = self.compiler
        try:
            self.anew(COUNTING)
            super().run()
            self.compiler = compiler  # `run` makes another of it each time
            stamp.write_text(f"{made_of}\n", "ascii")
            sure = self.school()
        except BaseException:
            self.anew([])  # nothing that counts may be left for the next time
            raise
        finally:
            stamp.unlink(missing_ok=True)
        self.anew(COUNTED if sure else [])
        if not sure:
            print("No games could be played: the engine is compiled as ever.", file=sys.stderr)
        return sure

    def school(self) -> bool:
        """Let random players play with what was compiled; whether they could."""
        package = (ROOT / "src" if self.inplace else Path(self.build_lib)) / "deckmastor"
        command = [sys.executable, str(package / SCHOOL), str(package.resolve())]
        return subprocess.run(command).returncode == 0

    def anew(self, flags: list[str]) -> None:
        """Let all that plays be compiled and linked anew, with flags for what is counted."""
        ends = [".o", EXTENSION_SUFFIXES[0]] + ([".gcda"] if flags == COUNTING else [])
        for folder in (self.build_temp, self.build_lib):
            for end in ends:
                for path in Path(folder).rglob(f"*{end}"):
                    if end != ".o" or not compiles_rules(path):
                        path.unlink()
        for one in self.extensions:
            plain = [flag for flag in one.extra_link_args if flag not in COUNTING]
            counted = [flag for flag in one.extra_compile_args if flag not in COUNTING]
            one.extra_link_args, one.extra_compile_args = plain + flags, counted + flags

    def folder(self) -> Path:
        """Where the compiled modules go on their way into a wheel."""
        return Path(self.build_lib, which.COMPILED.relative_to(ROOT / "src"))

    def build_extensions(self) -> None:
        plain = self.compiler.compile
        told = [Path(__file__), *Path(PARTS).rglob("*.h")]
        since = max(path.stat().st_mtime for path in told)

        def one(source: str, *args: Any, **given: Any) -> str:
            if compiles_rules(Path(source)):
                special = {*WHOLE, *COUNTING, *COUNTED}
                told = [flag for flag in given["extra_postargs"] if flag not in special]
                given["extra_postargs"] = [*told, f"-O{SIMPLE}"]
            (made,) = self.compiler.object_filenames([source], output_dir=given["output_dir"])
            newest = max(since, os.path.getmtime(source))
            if not os.path.exists(made) or os.path.getmtime(made) <= newest:
                plain([source], *args, **given)
            return str(made)

        def compile(sources: list[str], *args: Any, **given: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return list(pool.map(lambda source: one(source, *args, **given), sources))

        self.compiler.compile = compile
        self.parallel = True
        super().build_extensions()


setup(ext_modules=modules(), cmdclass={"build_ext": Compile})
