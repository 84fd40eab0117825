"""Declarations told: the sentences that bring words."""

from __future__ import annotations

from deckmastor.language.ir import Declare, Tree, show
from deckmastor.language.paraphrase.nouns import article, join
from deckmastor.language.paraphrase.telling import Telling, Unsayable


def merged(rules: tuple[Tree, ...]) -> list[Tree | tuple[Declare, Declare]]:
    """The rules, with what one sentence declares of one owner taken together."""
    out: list[Tree | tuple[Declare, Declare]] = []
    for rule in rules:
        last = out[-1] if out else None
        if (
            isinstance(rule, Declare) and rule.what == "any number" and rule.of is not None
            and isinstance(last, Declare) and last.what == "one" and last.of == rule.of
        ):  # fmt: skip
            out[-1] = (last, rule)
        else:
            out.append(rule)
    return out


def both(t: Telling, pair: tuple[Declare, Declare]) -> str:
    """`Each card has a name and any number of suits`."""
    one, many = pair
    return f"each {one.of} has {join(_ones(one) + _manys(t, many))}"


def _ones(d: Declare) -> list[str]:
    return [article(str(name)) for name in d.names]


def _manys(t: Telling, d: Declare) -> list[str]:
    return [f"any number of {t.plural(str(name))}" for name in d.names]


def sentence(t: Telling, d: Declare) -> str:
    """What is declared, in the words in which it is declared."""
    names = [str(name) for name in d.names]
    owner = str(d.of)
    match d.what:
        case "one":
            listed = join(_ones(d))
            return f"each {owner} has {listed}" if d.of is not None else f"there is {listed}"
        case "there":
            listed = join([article(name) for name in names[1:]])
            if d.of is None:
                return f"there is {listed} in the {names[0]}"
            return f"each {owner} has {listed} in their {names[0]}"
        case "any number":
            return f"each {owner} has {join(_manys(t, d))}"
        case "one family" | "at most one family" | "any number of family":
            how = d.what.removesuffix(" family")
            family = t.plural(names[0]) if how == "any number of" else names[0]
            return f"{article(owner)} has {how} {family}: {join(names[1:], 'or')}"
        case "phases":
            return f"{article(owner)} has these phases: {', '.join(names)}"
        case "kind" if len(names) == 1:
            return f"{article(names[0])} is a kind of {owner}"
        case "kind":
            return f"{join([t.plural(name) for name in names])} are kinds of {owner}"
        case "counter":
            return f"{join([t.plural(name) for name in names])} are counters"
        case "lasting":
            return f"{join([t.plural(name) for name in names])} last from game to game"
        case "status":
            return f"{article(owner)} can be {join(names, 'or')}"
    return _one_name(d, owner, names)


def _one_name(d: Declare, owner: str, names: list[str]) -> str:
    name = names[0] if names else ""
    match d.what:
        case "entity":
            return f"the {name} is {article(owner)}"
        case "you":
            return f'on {article(owner)}, "you" means its {name}'
        case "alias":
            return f'"{name}" means "{owner}"'
        case "plural":
            return f'the plural of "{owner}" is "{name}"'
        case "sort":
            return f"{article(owner)} is {article(name)}"
    raise Unsayable(show(d))
