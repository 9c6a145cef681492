"""Counters and timers of this process for monitoring; `server.probes` adds the gauges."""

import asyncio

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()  # all counters of this process, and its memory, processor time and file descriptors

_FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Counter("undercut_requests", "HTTP requests answered.", ["method", "route", "status"], registry=REGISTRY)
ANSWER_TIMES = Histogram(
    "undercut_answer_seconds",
    "Time from a request's headers to the start of its answer.",
    ["route"],
    buckets=_FINE,
    registry=REGISTRY,
)
REFUSED = Counter("undercut_refusals", "Requests answered with an error.", ["status", "reason"], registry=REGISTRY)
CUTS = Counter(
    "undercut_connections_cut", "Connections that the server closed on its own account.", ["reason"], registry=REGISTRY
)
MOVES = Counter("undercut_moves", "Moves stored by this process.", ["game"], registry=REGISTRY)
COMMIT_TIMES = Histogram(
    "undercut_commit_seconds", "Time of a transaction with its commit.", buckets=_FINE, registry=REGISTRY
)
COMMIT_FAULTS = Counter("undercut_commit_faults", "Transactions that the database refused.", registry=REGISTRY)
RESTARTS = Counter(
    "undercut_worker_restarts", "Worker processes replaced after they died.", ["kind"], registry=REGISTRY
)
LOOP_LAG = Histogram(
    "undercut_loop_lag_seconds", "How late the event loop wakes a timer.", buckets=_FINE, registry=REGISTRY
)

LAG_EVERY = 0.25  # seconds between measurements of the event loop

ProcessCollector(registry=REGISTRY)
for _kind in ("thinking", "import"):
    RESTARTS.labels(_kind)


async def measure_loop_lag() -> None:
    """Measure again and again how late the event loop is, until cancelled."""
    clock = asyncio.get_running_loop().time
    while True:
        due = clock() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        LOOP_LAG.observe(max(0.0, clock() - due))
