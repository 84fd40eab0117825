"""Compiles the engine when asked; pyproject.toml says everything else about the package.

`pip install` compiles nothing: it needs neither mypy nor a C compiler. Two ways do compile:
`setup.py build_ext --inplace` for a working tree, and DECKMASTOR_COMPILE=1 for a wheel.
`tools/compile.py` runs both, in an environment with mypy, one at a time.

With DECKMASTOR_PROFILE=1 the build is profile-guided, if the C compiler can do that: it compiles
with counters, plays a few games (`lab/profile_games.py`), then recompiles with that profile.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
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
COMPILE = "DECKMASTOR_COMPILE"  # in the environment: 1 compiles the engine into a wheel
PROFILE = "DECKMASTOR_PROFILE"  # in the environment: 1 makes the build profile-guided
LEVEL = "2"  # of optimization; the third takes longer to compile and runs no faster
SIMPLE = "1"  # of what runs while rules are made: nearly half of all code, and seldom run
WHOLE = ["-flto=auto", "-fno-semantic-interposition"]  # all modules at once: a tenth faster
DENSE = ["-fno-plt", "-fno-align-jumps", "-fno-align-labels", "-fno-align-loops"]  # less code
COUNTING = ["-fprofile-generate", "-fprofile-update=single"]
COUNTED = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"]
GAMES = Path("lab", "profile_games.py")  # in the package
MYPY = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
PARTS = "build"  # the folder of C files and objects
MAKERS = {  # modules that run only while rules are made, beside all compilers
    "around", "assembly", "by_print", "change_bits", "context", "defined", "definitions", "doing",
    "feasible", "find_goals", "inline_definitions", "introspection", "measured", "migrate",
    "optimize", "perform", "registry", "rewrite", "rule_hosts", "schema", "trim", "works", "worth",
}  # fmt: skip


def load(path: Path) -> ModuleType:
    """A module of the package, loaded without the package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


builds = load(ENGINE / "builds.py")
SOURCE = builds.fingerprint()  # before anything is compiled
IN_PLACE = "--inplace" in sys.argv
FOR_WHEEL = os.environ.get(COMPILE) == "1" and "bdist_wheel" in sys.argv


def hindrance() -> str:
    """The reason why nothing can be compiled; empty if it can."""
    if builds.asked_for_source():
        return f"{builds.SWITCH} is set"
    if platform.python_implementation() != "CPython":
        return "this Python is not CPython"
    if importlib.util.find_spec("mypyc") is None:
        return "mypy is not installed"
    return "" if can_compile([]) else "no C compiler works here"


def can_compile(flags: list[str]) -> bool:
    """True if the C compiler makes a Python extension with these flags."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n")
        compiler: Any = new_compiler()
        try:
            customize_compiler(compiler)
            headers = [sysconfig.get_path(name) for name in ("include", "platinclude")]
            made = compiler.compile(
                [str(source)], output_dir="/", include_dirs=headers, extra_preargs=flags
            )
            compiler.link_shared_object(made, str(Path(folder, "probe.so")), extra_preargs=flags)
        except Exception:  # each compiler class has its own errors
            return False
    return True


def profiling() -> bool:
    """True if the build is to be profile-guided, and the compiler can do that."""
    if os.environ.get(PROFILE, "") in ("", "0"):
        return False
    if can_compile(COUNTING) and can_compile(COUNTED):
        return True
    print("This C compiler keeps no profile: the build is not profile-guided.", file=sys.stderr)
    return False


def up_to_date() -> bool:
    """True if the working tree has a complete compiled engine, profile-guided if asked for."""
    names = {FOLDER, builds.name_of(SOURCE, profiled=True)}
    return any((builds.HOME / name).exists() for name in names)


def modules() -> list[Extension]:
    """The engine as extensions to compile; none if nobody asks, or if it cannot be compiled."""
    if "build_ext" not in sys.argv and not FOR_WHEEL:
        return []
    if IN_PLACE and up_to_date():
        return []
    why = hindrance()
    if not why:
        from mypyc.build import mypycify

        os.chdir(ROOT)
        group = f"{builds.PACKAGE}.{builds.LIBRARY.removesuffix('__mypyc')}"
        names = [os.path.relpath(path, ROOT) for path in builds.sources()]
        try:
            made = mypycify(
                [*MYPY, *names], group_name=group, target_dir=PARTS, multi_file=True,
                opt_level=LEVEL, debug_level="0",
            )  # fmt: skip
        except SystemExit:
            why = "mypy does not accept it"
        else:
            flags = [flag for some in (WHOLE, DENSE) if can_compile(some) for flag in some]
            return [adjusted(one, flags) for one in made]
    message = f"The engine is not compiled, and runs as pure Python: {why}."
    if FOR_WHEEL:
        raise SystemExit(message)  # a wheel for release is compiled or not made
    print(message, file=sys.stderr)
    return []


def adjusted(one: Extension, flags: list[str]) -> Extension:
    """An extension in the folder of its build, with our flags."""
    name = one.name.removeprefix(f"{builds.PACKAGE}.")
    one.name = f"{builds.PACKAGE}.{builds.HOME.name}.{FOLDER}.{name}"
    one.include_dirs.append(os.path.join(PARTS, *builds.PACKAGE.split(".")))
    one.extra_compile_args = [flag for flag in one.extra_compile_args if flag != "-Werror"] + flags
    one.extra_link_args = list(flags)
    one.sources.sort(key=os.path.getsize, reverse=True)
    return one


def makes_rules(source: str) -> bool:
    """True if a C file is of a module that runs only while rules are made."""
    name = Path(source).stem.rpartition("___")[2]
    return name in MAKERS or name.startswith("compile_")


class Compile(build_ext):
    """Compiles on all processors, and publishes the modules in one step when all are there."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if PROFILED:  # objects with a profile are not mixed with others
            self.build_temp += builds.PROFILED

    def run(self) -> None:
        if not self.extensions:
            return
        self.inplace = False  # built beside, then renamed: see publish
        package = Path(self.build_lib, "deckmastor")
        if not FOR_WHEEL:
            shutil.rmtree(package, ignore_errors=True)
        try:
            if PROFILED:
                self.profile(package)
            super().run()
        except Exception:
            shutil.rmtree(self.build_temp, ignore_errors=True)  # it may hold a broken object
            raise
        if IN_PLACE:
            publish(package / "engine" / builds.HOME.name / FOLDER)

    def profile(self, package: Path) -> None:
        """Compile with counters and play a few games; the next pass uses their profile."""
        if not FOR_WHEEL:
            sources = self.get_finalized_command("build_py")
            sources.force = True
            sources.run()
        shutil.rmtree(self.build_temp, ignore_errors=True)
        compiler = self.compiler
        self.flags(COUNTING)
        super().run()
        self.compiler = compiler  # `run` makes another one each time
        subprocess.run([sys.executable, str(package / GAMES), str(package.resolve())], check=True)
        objects = Path(self.build_temp).rglob("*.o")
        for path in [*objects, *package.rglob(f"*{EXTENSION_SUFFIXES[0]}")]:
            path.unlink()
        self.flags(COUNTED)

    def flags(self, flags: list[str]) -> None:
        """Set the flags of one pass of a profile-guided build."""
        for one in self.extensions:
            for given in (one.extra_compile_args, one.extra_link_args):
                given[:] = [flag for flag in given if flag not in COUNTING] + flags

    def build_extensions(self) -> None:
        plain = self.compiler.compile
        since = max(path.stat().st_mtime for path in [Path(__file__), *Path(PARTS).rglob("*.h")])

        def one(source: str, *args: Any, **given: Any) -> str:
            if makes_rules(source):
                special = {*WHOLE, *COUNTING, *COUNTED}
                flags = [flag for flag in given["extra_postargs"] if flag not in special]
                given["extra_postargs"] = [*flags, f"-O{SIMPLE}"]
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


def publish(folder: Path) -> None:
    """Let a complete set of modules appear in the working tree, by one rename.

    The set before it stays, because a process that runs it may still import from it.
    """
    new, home = builds.HOME / f".{os.getpid()}", builds.HOME / FOLDER
    for left in builds.HOME.glob(".[0-9]*"):
        shutil.rmtree(left)  # from a build that was killed
    shutil.copytree(folder, new)
    older = sorted(builds.complete(), key=lambda path: path.stat().st_mtime)
    new.rename(home)
    for path in older[:-1]:
        shutil.rmtree(path)


PROFILED = ("build_ext" in sys.argv or FOR_WHEEL) and profiling()
FOLDER = builds.name_of(SOURCE, profiled=PROFILED)
setup(ext_modules=modules(), cmdclass={"build_ext": Compile})
