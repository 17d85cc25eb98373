"""Prints the slowest tests of a run, from the file that the trait `timed` of TestKit writes: a line for each case."""

import collections
import sys

COUNT = 25

seconds, cases = collections.Counter(), collections.Counter()
for line in open(sys.argv[1], encoding="utf-8"):
    time, _, name = line.strip().partition(" ")
    name = name.rsplit("/", 1)[0]
    seconds[name] += float(time)
    cases[name] += 1
print(f"The {COUNT} slowest of {len(seconds)} tests, with the seconds and the number of their cases:")
for name, total in seconds.most_common(COUNT):
    print(f"{total:8.2f} {cases[name]:5d}  {name}")
print(f"{sum(seconds.values()):8.2f}        all, of which several ran at a time")
