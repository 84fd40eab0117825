"""What was understood, told in explicit Rulebook English that reads back to the same meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckmastor.language.ir import Do, In, Is, Kind, Node, Of, Para, Ref, Tree, show, walk
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.paraphrase import declarations, rules
from deckmastor.language.paraphrase.telling import Style, Telling, Unsayable

_STYLES = (
    Style(),
    Style(other="another"),
    Style(other="than"),
    Style(pronouns=True),
    Style(hoisted=True),
    Style(trailing=True),
    Style(equal=True),
    Style(each=False),
    Style(other="another", pronouns=True, each=False),
)


def paraphrase(para: Para, lexicon: Lexicon, params: dict[str, str] | None = None) -> str:
    """The paragraph in explicit English; the first wording that is understood as it was meant.

    `params` gives the sorts of the parameters of a parametric word; by default they are guessed
    from their use. What has no words is shown as it is.
    """
    first = ""
    for words in _wordings(para, lexicon):
        first = first or words
        if _understood(words, para, lexicon, params):
            return words
    return first


def worded(effect: Tree, lexicon: Lexicon) -> str:
    """A part of a text in words, for a question; empty if it has none.

    It may speak of things that were mentioned before it: `1 of those cards`.
    """
    if effect is None:
        return ""
    para = Para((effect,), "card")
    if _said(para, lexicon, ()):
        return paraphrase(para, lexicon)
    return _said(para, lexicon, _earlier(effect))


def _said(para: Para, lexicon: Lexicon, earlier: Iterable[tuple[str, str]]) -> str:
    """A paragraph in the plain style after some things were mentioned; empty if it has no words."""
    t = Telling(lexicon, para.host, Style(), frozenset(para.params))
    for label, noun in earlier:
        t.mention(Ref(label), noun, lexicon.sort(noun), many=True)
    try:
        told = [words for rule in para.rules for words in rules.sentences(t, rule)]
    except (Unsayable, RecursionError):
        return ""
    return " ".join(_sentence(words) for words in told)


def _earlier(effect: Tree) -> Iterator[tuple[str, str]]:
    """The labels of things of which an effect takes some, and which stand before it: (label, noun).

    The noun is that of the kind among them.
    """
    for node in walk(effect) if isinstance(effect, Node) else ():
        match node:
            case Kind(str() as noun, (In(_, Ref(label), "among" | "rest of"), *_)):
                yield label, noun


def round_trips(para: Para, lexicon: Lexicon, params: dict[str, str] | None = None) -> bool:
    """Whether the paraphrase, read again, means the same."""
    return _understood(paraphrase(para, lexicon, params), para, lexicon, params)


def _understood(words: str, para: Para, lexicon: Lexicon, params: dict[str, str] | None) -> bool:
    sorts = sorts_of(para) if params is None else params
    try:
        return read_paragraph(words, lexicon.fork(), para.host, sorts).para == para
    except RecursionError:
        return False


def sorts_of(para: Para) -> dict[str, str]:
    """The sorts that the parameters of a paragraph must have, by their use in it."""
    found = dict.fromkeys(para.params, "number")
    for node in walk(para):
        for name, sort in _uses(node):
            if name in found:
                found[name] = sort
    return found


def _uses(node: Node) -> Iterator[tuple[str, str]]:
    """Names that a node uses as something else than a number, and as what."""
    match node:
        case Kind(noun) | Is(_, str() as noun):
            yield noun, "kind"
        case Is(_, Ref(name), family):
            yield name, family or "kind"
        case Of(Ref(owner), name):
            yield from ((owner, name), (name, "property"))
        case Of(_, name):
            yield name, "property"
        case Do(_, Ref(agent)):
            yield agent, "player"


def _wordings(para: Para, lexicon: Lexicon) -> Iterator[str]:
    told: set[str] = set()
    for style in _STYLES:
        words = tell(para, lexicon, style)
        if words not in told:
            told.add(words)
            yield words


def tell(para: Para, lexicon: Lexicon, style: Style) -> str:
    """The paragraph in one style, whether it reads back or not."""
    t = Telling(lexicon, para.host, style, frozenset(para.params))
    told: list[str] = []
    for rule in declarations.merged(para.rules):
        t.seen.forget()
        told += _told(t, rule)
    return " ".join(_sentence(words) for words in told)


def _told(t: Telling, rule: Tree | tuple[object, ...]) -> list[str]:
    try:
        if isinstance(rule, tuple):
            return [declarations.both(t, rule)]  # type: ignore[arg-type]
        return rules.sentences(t, rule)
    except (Unsayable, RecursionError):
        return [_shown(rule)]


def _shown(rule: object) -> str:
    try:
        return show(rule)
    except RecursionError:
        return "this rule is too deep to tell"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:].replace(" : ", ": ") + "."


__all__ = ["Style", "paraphrase", "round_trips", "tell", "worded"]
