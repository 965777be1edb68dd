#!/bin/bash
# One sitting on a lent GPU machine, as three calls without a pause between them (training/README.md says which).
#   gpu_session.sh start CONFIG SECONDS [WEIGHTS]   begins a run of SECONDS of learning that outlives the call, then waits like `look`
#   gpu_session.sh look SECONDS                     shows its last lines after SECONDS, or sooner if it ends, and leaves all it has in $OUT
set -u
RUN=${RUN:-/tmp/training} LOG=${LOG:-/tmp/sitting.log} OUT=${OUT:-.}
look() {
    for ((waited = 0; waited < $1; waited += 2)); do
        kill -0 "$(cat "$LOG.pid")" 2>/dev/null || break
        sleep 2
    done
    tail -n 40 "$LOG"
    [ -d "$RUN/checkpoint" ] && cp -r "$RUN/checkpoint" "$OUT/"
    cp "$RUN/weights.npz" "$RUN/log.jsonl" "$LOG" "$OUT/" 2>/dev/null
    ls -l "$OUT"
}
case $1 in
start)
    export PYTHONPATH=src PYTHONUNBUFFERED=1 START=${4:-} RUN
    # a folder of its own for what the run leaves at its end: $OUT belongs to one call
    mkdir -p /tmp/results
    OUT=/tmp/results setsid "${PYTHON:-python}" scripts/gpu_train.py "$2" "$3" "$3" > "$LOG" 2>&1 &
    echo $! > "$LOG.pid"
    look "${WAIT:-560}" ;;
look) look "$2" ;;
esac
