"""The Flask application: factory, security, host names, forms, errors, assets."""
