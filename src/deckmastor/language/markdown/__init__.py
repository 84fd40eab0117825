"""Markdown read into rules, paragraphs and tables; `language.rulebook` is its door."""
