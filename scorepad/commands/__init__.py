"""The commands of the command line, a module each: read options, call one function of another package, print."""
