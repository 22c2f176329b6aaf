package version

// Nplint is the version of nplint.
const Nplint = "0.2.0"
