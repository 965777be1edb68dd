#!/bin/sh
# On a machine with a GPU: the same games as on the CPU, DLPack, the speeds of all builds, growth. It needs NumPy, numba-cuda and msgspec:
# what a bare machine lacks may lie in a folder named in PYTHONPATH. At most eight minutes; results in $OUT (or here) as gpu.json and gpu-growth.svg.
#   sh scripts/gpu_run.sh [python3 [jobs]]
# Opponents inside a step, and chance as the caller's choice, in at most five minutes:
#   GPU_SECONDS=290 sh scripts/gpu_run.sh python3 "same steps" "steps, usual" "steps, against"
PYTHON=${1:-python3}
[ $# -gt 0 ] && shift
export PYTHONPATH=src:.${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1 SEVENHEX_CACHE=${SEVENHEX_CACHE:-/tmp/sevenhex}
exec "$PYTHON" -W ignore -m benchmarks.gpu_all "$@"
