"""How fast games are played: beside other engines, build beside build, and as they grow.

What counts are ratios taken inside a round in which everybody played; see docs/performance.md.
"""
