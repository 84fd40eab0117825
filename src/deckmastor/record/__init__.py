"""What is told and kept of a match: events in words, views, reasons, saves and journals."""
