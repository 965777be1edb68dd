#!/bin/sh
# On a machine with a GPU: the same games as on the CPU, DLPack, the speeds of all builds, growth. Nothing to install: PYTHONPATH=src and
# the machine's numba-cuda do. At most eight minutes; results in $OUT (or here) as gpu.json and gpu-growth.svg.
#   sh scripts/gpu_run.sh [python3 [jobs]]
PYTHON=${1:-python3}
[ $# -gt 0 ] && shift
export PYTHONPATH=src PYTHONUNBUFFERED=1 SEVENHEX_CACHE=${SEVENHEX_CACHE:-/tmp/sevenhex}
exec "$PYTHON" -W ignore scripts/gpu_all.py "$@"
