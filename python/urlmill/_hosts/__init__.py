"""Names of hosts: which can be looked up, and their labels. Below the backends, since both ask for it.

| file | holds |
|---|---|
| `names` | IDNA: the name that is looked up |
| `addresses` | the spellings of addresses, and the IPv4 addresses inside of IPv6 |
| `ranges` | which addresses are public: the registries of IANA |
| `rules` | lists of names, domains and networks |
| `labels` | the last labels of a name, for the Public Suffix List |
| `public_suffix_list.dat` | the one copy of that list, which both backends read |
| `unicode.dat` | what the web profile asks Unicode for, in one version; `tools/update_idna_tables.py` has its form |
"""
