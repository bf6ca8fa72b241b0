"""What the doors over HTTP share: the table of problems, the JSON shapes, and who is let in."""
