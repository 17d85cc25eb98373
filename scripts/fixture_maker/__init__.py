"""The parts of scripts/make-fixtures: pictures, writers of container formats, and the book that records what was made."""
