"""The parts of scripts/make-fixtures: pictures, writers of container formats, and the record of all fixtures."""
