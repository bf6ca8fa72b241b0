"""Attacks on a desk whose models obey every text they read."""
