"""``python -m urlmill``: the command."""

import sys

from .cli.main import main

sys.exit(main())
