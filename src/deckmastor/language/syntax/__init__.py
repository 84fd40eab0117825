"""Words to parse trees: a hand-written, memoised descent that keeps every success.

A parse is IR in which some references wait for the binder: `Ref("$…")` is a subject still to come,
`Ref("?…")` a pronoun or definite phrase, a variable `~n` belongs to the noun at word n.
"""
