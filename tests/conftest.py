"""What all tests share: compiled code, wherever a test makes its home, and no hurry."""

from __future__ import annotations

import os

import platformdirs
from hypothesis import HealthCheck, settings

os.environ.setdefault("UNDERCUT_CACHE", platformdirs.user_cache_dir("undercut"))
# How long an example takes says nothing but how busy the machine is.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
