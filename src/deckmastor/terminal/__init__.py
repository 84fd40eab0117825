"""Play in a terminal, line by line: in a window, over a slow line, or through a pipe."""
