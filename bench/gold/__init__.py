"""Gold replay: what an order book should look like after each call, and what it looks like after the desk."""
