"""Sheets about the cards of a rulebook, and the checks that its folder sets for them.

A folder with a page `checks.md` has both; docs/content.md tells how they are written. Nothing
here knows a game: what is checked of which field is said by the page.
"""
