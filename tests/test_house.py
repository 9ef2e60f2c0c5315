"""The house of the design: imports go down only, libraries stay in their rooms, and nothing is undocumented."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from deckcli.cli.app import COMMANDS, app
from deckcli.cli.lazy import Group
from deckcli.completing import ARGUMENTS, OPTIONS, VALUED

ROOT = Path(__file__).parents[1]
FLOORS = {
    "catalog": 0,
    "deckcli.engine": 0,
    "deckcli.decks": 1,
    "deckcli.games": 2,
    "deckcli.study": 3,
    "deckcli.screen": 4,
    "deckcli.cli": 5,
}
ROOMS = {
    "rich": "deckcli.screen",
    "reportlab": "deckcli.screen",
    "matplotlib": "deckcli.screen",
    "sqlmodel": "catalog",
    "sqlalchemy": "catalog",
    "sqlite3": "catalog",
}
SOURCES = sorted([*ROOT.glob("catalog/**/*.py"), *ROOT.glob("deckcli/**/*.py")])


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in SOURCES}


def room_of(module: str) -> str:
    fitting = [room for room in FLOORS if module == room or module.startswith(room + ".")]
    return max(fitting, key=len, default="")


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a source, read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of that tree."""
    return tuple(ast.walk(tree_of(path)))


@cache
def imported(module: str) -> tuple[str, ...]:
    """Every module that `module` imports anywhere, type-only imports and those within functions included."""
    return tuple(_imported(MODULES[module]))


def _imported(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are written whole here"
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in MODULES else str(node.module)


def test_imports_go_down_only() -> None:
    up = [
        f"{module} imports {other}"
        for module in MODULES
        for other in imported(module)
        if room_of(module) and room_of(other) and room_of(other) != room_of(module)
        if FLOORS[room_of(other)] >= FLOORS[room_of(module)]
    ]
    assert up == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {
        module: {other for other in imported(module) if other in MODULES and other != module} for module in MODULES
    }
    while graph:
        leaves = {module for module, others in graph.items() if not others}
        assert leaves, f"these import each other in a circle (or rest on one): {sorted(graph)}"
        graph = {module: others - leaves for module, others in graph.items() if module not in leaves}


@pytest.mark.parametrize("library", ROOMS)
def test_a_library_stays_in_its_room(library: str) -> None:
    strangers = [
        module
        for module in MODULES
        if room_of(module) != ROOMS[library] and any(name.split(".")[0] == library for name in imported(module))
    ]
    assert strangers == []


def rules_generators(tree: ast.Module) -> set[str]:
    """The names of a module's functions that are annotated to return Rules: a call does nothing until it is run."""
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and gives_rules(node)}


def gives_rules(function: ast.FunctionDef) -> bool:
    """Whether a function is annotated to return Rules."""
    return function.returns is not None and ast.unparse(function.returns).strip("'\"").startswith("Rules")


def generators_seen(tree: ast.Module, known: dict[str, set[str]], own: str) -> set[str]:
    """How a module can name a rules generator: its own, an imported one ("destroy"), or one of a module ("deeds.draw").

    `known` are the generators of every module by its name, `own` is this module's.
    """
    seen = {*known.get(own, ()), *(f"self.{name}" for name in known.get(own, ()))}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                called = name.asname or name.name
                if name.name in known.get(str(node.module), ()):
                    seen.add(called)
                seen |= {f"{called}.{inner}" for inner in known.get(f"{node.module}.{name.name}", ())}
    return seen


def calls_not_yielded(tree: ast.Module, generators: set[str]) -> list[int]:
    """Lines where a rules generator is called as a statement of its own, or its value taken, without `yield from`."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name | ast.Attribute)
        and ast.unparse(node.value.func) in generators
    ]


def test_no_rules_generator_is_called_without_yield_from() -> None:
    trees = {module: tree_of(path) for module, path in MODULES.items()}
    known = {module: rules_generators(tree) for module, tree in trees.items()}
    faults = [
        f"{MODULES[module]}:{line}"
        for module, tree in trees.items()
        for line in calls_not_yielded(tree, generators_seen(tree, known, module))
    ]
    assert faults == []


def test_the_check_for_yield_from_sees_a_forgotten_one() -> None:
    tree = ast.parse(
        "from deeds import wound as hurt\nfrom games import deeds\n"
        "def heal(t) -> Rules[None]: ...\n"
        "def good(t) -> Rules[None]:\n    yield from hurt(t)\n    a = yield from deeds.wound(t)\n    return heal(t)\n"
        "def bad(t) -> Rules[None]:\n    hurt(t)\n    b = deeds.wound(t)\n    heal(t)\n    t.wound(t)\n"
    )
    known = {"deeds": {"wound"}, "games.deeds": {"wound"}, "here": rules_generators(tree)}
    assert calls_not_yielded(tree, generators_seen(tree, known, "here")) == [9, 10, 11]


def test_only_choose_asks_by_itself() -> None:
    """Every other part of the rules asks through it (a bare `yield` that is never reached makes a generator)."""
    asking = [
        f"{module}: {function.name}"
        for module, path in MODULES.items()
        for function in nodes_of(path)
        if isinstance(function, ast.FunctionDef) and gives_rules(function)
        for node in ast.walk(function)
        if isinstance(node, ast.Yield) and node.value
    ]
    assert asking == ["deckcli.engine.choice: choose"]


ENGINE = [module for module in MODULES if room_of(module) == "deckcli.engine"]


def test_the_engine_rests_on_the_standard_library_alone() -> None:
    strangers = [
        f"{module} imports {other}"
        for module in ENGINE
        for other in imported(module)
        if other.split(".")[0] not in sys.stdlib_module_names and room_of(other) != "deckcli.engine"
    ]
    assert len(ENGINE) > 8
    assert strangers == []


def test_the_engine_never_says_phase_turn_or_action() -> None:
    """No name in it does: these words belong to the games."""
    said = [
        f"{module}: {name}"
        for module in ENGINE
        for node in nodes_of(MODULES[module])
        for name in (getattr(node, part, "") for part in ("id", "attr", "arg", "name"))
        if isinstance(name, str) and {"phase", "turn", "action"} & set(name.casefold().split("_"))
    ]
    assert said == []


def public(node: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """The public functions, classes and methods of a module."""
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.ClassDef) and not inner.name.startswith("_"):
            yield inner
            if isinstance(inner, ast.ClassDef):
                yield from public(inner)


def test_nothing_is_a_stub_and_every_public_function_says_what_it_means() -> None:
    stubs, bare = [], []
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        stubs += [f"{path}: {word}" for word in ("TODO", "FIXME", "XXX", "NotImplementedError") if word in text]
        bare += [f"{path}:{node.lineno} {node.name}" for node in public(tree_of(path)) if not ast.get_docstring(node)]
    assert stubs == []
    assert bare == []


def test_no_input_is_ever_run_or_unpickled() -> None:
    """No pickle of any file or input, no eval or exec of anything a file says, no parser that expands entities."""
    calls = re.compile(
        r"(?<![.\w])(eval|exec|compile|__import__)\(|\bpickle\b|\bmarshal\b|\bshelve\b|xml\.(etree|dom|sax)\b"
    )
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if calls.search(line) and "xml.etree.ElementTree import" not in line  # its types; `fromstring` is defusedxml's
    ]
    assert found == []


# ---------------------------------------------------------------- commands


def leaves() -> list[tuple[tuple[str, ...], Any]]:
    """Every command with its words, groups left out."""
    whole: Any = typer.main.get_command(app)
    found: list[tuple[tuple[str, ...], Any]] = []
    for name, place in COMMANDS.items():
        command = whole.get_command(None, name)
        inner = place.places if isinstance(place, Group) else {}
        found += [((name, sub), command.get_command(None, sub)) for sub in inner] or [((name,), command)]
    return found


@pytest.mark.parametrize(
    ("words", "command"), leaves(), ids=lambda value: "-".join(value) if isinstance(value, tuple) else ""
)
def test_every_command_has_help_and_a_line_in_the_readme(words: tuple[str, ...], command: Any) -> None:
    assert getattr(command, "help", None), f"deckcli {' '.join(words)} has no help"
    for parameter in getattr(command, "params", []):
        if getattr(parameter, "param_type_name", "") == "option":
            assert getattr(parameter, "help", None), f"deckcli {' '.join(words)}: {parameter.name} has no help"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"`deckcli {re.escape(' '.join(words))}\b", readme), f"README has no line for {' '.join(words)}"


def test_every_option_with_a_value_is_known_to_completion() -> None:
    taking = {
        option
        for _, command in leaves()
        for one in command.params
        if one.param_type_name == "option" and not one.is_flag
        for option in one.opts
    }
    missing = taking - VALUED
    assert not missing, f"name these in VALUED of deckcli/completing.py, so that shells know what follows: {missing}"
    assert set(OPTIONS) <= VALUED


def test_every_command_that_takes_a_list_or_a_card_completes_it() -> None:
    commands = dict(leaves())
    assert set(ARGUMENTS) <= set(commands)
    for words, command in commands.items():
        first = next((one for one in command.params if one.param_type_name == "argument"), None)
        told = (first.metavar or "").strip("[]").split()[0].rstrip(".") if first else ""
        if told in ("LIST", "CARD"):
            kinds = ARGUMENTS.get(words, ("",))
            assert kinds[0] in ("list", "card"), f"deckcli {' '.join(words)}: say so in deckcli/completing.py"


HEAVY = (
    "sqlmodel",
    "sqlalchemy",
    "pydantic",
    "rich",
    "rapidfuzz",
    "defusedxml",
    "platformdirs",
    "tomllib",
    "matplotlib",
)


def imports_of(*arguments: str) -> set[str]:
    """The top-level packages that a run of deckcli imports."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "deckcli", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return {line.split("|")[-1].strip().split(".")[0] for line in run.stderr.splitlines() if "|" in line}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("--help",),
        ("deck", "--help"),
        ("cards", "show", "Hammer Knight"),
        ("cards", "search", "hammer"),
    ],
    ids=" ".join,
)
def test_a_look_up_imports_nothing_heavy(arguments: tuple[str, ...], warm_home: Path) -> None:
    """simonw/llm#1282, fastapi/typer#231: seconds to show help."""
    assert imports_of(*arguments).isdisjoint(HEAVY)


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("cards", "--help"), ("deck", "check", "--help")])
def test_help_and_version_never_touch_the_disk(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCLI_HOME", str(tmp_path / "home"))
    imports_of(*arguments)
    assert list(tmp_path.iterdir()) == []
