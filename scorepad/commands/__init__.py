"""The verbs of the command line, a module each. They read, call one verb of the packages below, and print."""
