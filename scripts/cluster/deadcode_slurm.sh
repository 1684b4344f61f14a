#!/usr/bin/env bash
# Dead code on a cluster with Slurm: one job of an array for each shard, and a job that merges when all have ended.
#
#   scripts/cluster/deadcode_slurm.sh SHARDS STORE ARGUMENTS…
#   scripts/cluster/deadcode_slurm.sh 200 /shared/controller -- controller.c --entry step
#
# ARGUMENTS go to `ferric3 deadcode`. STORE and the files have to be where all nodes see them, on a file system with locks
# (NFS 4 has them; Lustre has to be mounted with `flock`). A job that is killed, requeued or at the end of its time goes on
# where its store ends, so the same command again does what is left. The whole comes to STORE/merged.
#
# FERRIC3 is the program, SBATCH_OPTIONS goes to `sbatch` for each shard (partition, account, --time, --cpus-per-task), and
# `--dry-run` as the first argument prints what would be submitted.
#
#SBATCH --job-name=deadcode
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

run_shard() {
    local shards=$1 store=$2 width=${#1} folder
    shift 2
    folder=$(printf '%s/shard-%0*d-of-%d' "$store" "$width" "$SLURM_ARRAY_TASK_ID" "$shards")
    mkdir -p "$folder"
    # With some goals open the shard has come to its end all the same.
    local code=0
    srun "${FERRIC3:-ferric3}" deadcode "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --store "$folder" || code=$?
    case $code in
    0 | 5 | 10) exit 0 ;;
    *) exit "$code" ;;
    esac
}

run_merge() {
    local shards=$1 store=$2 width=${#1} folders=() index folder
    for ((index = 1; index <= shards; index++)); do
        folder=$(printf '%s/shard-%0*d-of-%d' "$store" "$width" "$index" "$shards")
        # One whose job never began has no log; the merge says which shards are missing.
        [ ! -f "$folder/log" ] || folders+=("$folder")
    done
    exec "${FERRIC3:-ferric3}" deadcode merge --store "$store/merged" --json "$store/report.json" "${folders[@]}"
}

case ${DEADCODE_STEP:-submit} in
shard) run_shard "$@" ;;
merge) run_merge "$@" ;;
submit) ;;
esac

submit=(sbatch --parsable)
dry_run=
if [ "${1:-}" = --dry-run ]; then
    dry_run=yes
    shift
fi
if [ $# -lt 3 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: scripts/cluster/deadcode_slurm.sh [--dry-run] SHARDS STORE [--] ARGUMENTS…" >&2
    exit 1
fi
shards=$1 store=$2
shift 2
[ "$1" != -- ] || shift
case $store in
/*) ;;
*) store=$PWD/$store ;;
esac

# submit_job OPTIONS… -- ARGUMENTS…: prints the number of the job.
submit_job() {
    if [ -n "$dry_run" ]; then
        printf '%q ' "${submit[@]}" "$@" >&2
        echo >&2
        echo 1
    else
        "${submit[@]}" "$@"
    fi
}

[ -n "$dry_run" ] || mkdir -p "$store"
read -ra options <<< "${SBATCH_OPTIONS:-}"
# Names of arrays begin with 1, as those of shards do.
array=$(submit_job "${options[@]}" --array="1-$shards" --export=ALL,DEADCODE_STEP=shard \
    --output="$store/slurm-%a.txt" "$0" "$shards" "$store" "$@")
# `afterany`: what has been settled is worth merging, also if a shard has failed.
merged=$(submit_job --dependency="afterany:${array%%;*}" --export=ALL,DEADCODE_STEP=merge \
    --output="$store/slurm-merge.txt" "$0" "$shards" "$store")
echo "shards: job ${array%%;*}, merge: job ${merged%%;*}; the report will be $store/report.json"
