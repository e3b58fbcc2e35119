"""How the phones of a house find this machine: its addresses, its name, and the words that `serve` prints about them.

Nothing here serves a page, and nothing here changes a setting of the machine: firewalls are spoken of, never touched.
"""
