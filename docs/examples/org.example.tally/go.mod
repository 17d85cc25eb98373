module example.org/tally-provider

go 1.19
