"""The tests' pack, found by its module's name as a company's is."""

from tests.graphs.shop import Done, shop

PACK = shop(Done())
