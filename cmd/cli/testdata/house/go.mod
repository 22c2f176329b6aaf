module example.org/house

go 1.26.0

require github.com/nplint/nplint v0.1.0
