"""`python -m probatum`: the same as the command `probatum`."""

from __future__ import annotations

import sys

from probatum.cli import main

if __name__ == "__main__":
    sys.exit(main())
