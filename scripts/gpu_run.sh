#!/bin/sh
# On a machine with a GPU: the same games as on the CPU, then the speeds. No installation: PYTHONPATH=src and the machine's numba-cuda do.
#   sh scripts/gpu_run.sh [python3]        about three minutes, most of it compiling
PYTHON=${1:-python3}
export PYTHONPATH=src PYTHONUNBUFFERED=1 SEVENHEX_CACHE=${SEVENHEX_CACHE:-/tmp/sevenhex}
exec "$PYTHON" -W ignore scripts/gpu_check.py
