"""What all tests share: compiled code, wherever a test makes its home."""

from __future__ import annotations

import os

import platformdirs

os.environ.setdefault("UNDERCUT_CACHE", platformdirs.user_cache_dir("undercut"))
