"""The commands, one module each: read options, call one function of another package, print."""
