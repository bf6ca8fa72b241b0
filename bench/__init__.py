"""Measurements on data that is not ours: `make corpus`."""
