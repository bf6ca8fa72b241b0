"""The crash matrix: workers are killed at every boundary of every route, and at random moments, and nothing may be
lost, doubled or forgotten for it. What left the desk is counted outside, by another process.

`make crash` runs all of it and prints its tables last; a test runs some cells, so that the harness stays whole.
"""
