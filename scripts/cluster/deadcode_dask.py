#!/usr/bin/env python3
"""Dead code on many machines: runs the shards of `ferric3 deadcode` on a Dask scheduler and merges their stores.

    pip install "dask[distributed]"
    deadcode_dask.py --local 2 --store DIR -- controller.c --entry step
    deadcode_dask.py --scheduler tcp://head:8786 --shards 200 --store /shared/DIR -- src/*.c --entry step

What is behind `--` goes to `ferric3 deadcode`. DIR and the files have to be where all workers see them under the same name.
Each shard has a store of its own below DIR; the whole comes to DIR/merged. A shard whose worker has died is given to
another one, which goes on where the store ends; who runs the whole command again goes on as well.

Exit codes: 0 all goals are settled, 5 some are open, 6 a contradiction, 2 a shard failed again and again (run it again
when what it complains about is mended), 1 bad usage; others are those of `ferric3 deadcode merge`.
"""

import argparse
import os
import subprocess
import sys
import time

import deadcode_shard


class Arguments(argparse.ArgumentParser):
    """With the exit code of Ferric3 for bad usage: here, 2 means that something can be run again."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: error: {message}\n")


def arguments():
    """What is asked for."""
    parser = Arguments(
        description=__doc__.split("\n\n", maxsplit=1)[0],
        epilog="What is behind -- goes to `ferric3 deadcode`: files, --entry, --coverage, budgets.",
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask scheduler with workers: tcp://head:8786")
    where.add_argument("--local", metavar="N", type=int, help="N workers on this machine, on its loopback interface only")
    parser.add_argument("--store", metavar="DIR", required=True, help="where stores are kept; seen by all workers")
    parser.add_argument("--shards", metavar="N", type=int, help="how many; default: four for each worker")
    parser.add_argument("--ferric3", metavar="PATH", default="ferric3", help="the program, where workers find it")
    parser.add_argument("--retries", metavar="N", type=int, default=3, help="of a shard that fails (default: %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="passed on to `ferric3 deadcode merge`: the report")
    parser.add_argument("arguments", nargs="+", metavar="ARGUMENT", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    for own in ("--shard", "--store", "--json"):
        if own in asked.arguments:
            parser.error(f"{own} behind -- : the driver chooses it")
    if (asked.local is not None and asked.local < 1) or (asked.shards is not None and asked.shards < 1):
        parser.error("at least one")
    return asked


def say(text):
    """On standard error, at once."""
    print(text, file=sys.stderr, flush=True)


def connect(asked):
    """A client, and what has to be closed after it."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        sys.exit(f'{error}; pip install "dask[distributed]" installs it')

    # A shard that takes its worker down with it is to be found in the end, but workers die for other reasons, too.
    dask.config.set({"distributed.scheduler.allowed-failures": 10})
    if asked.local is None:
        return Client(asked.scheduler), None
    # Scheduler, nannies, workers and their dashboards listen on loopback only, on any free port. Shards are processes whose
    # memory is not the worker's to limit.
    cluster = LocalCluster(
        n_workers=asked.local,
        threads_per_worker=1,
        host="127.0.0.1",
        scheduler_port=0,
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        memory_limit=0,
    )
    return Client(cluster), cluster


def run_shards(client, asked, command):
    """Runs all shards: what each one came to, and the errors of those that failed to the end."""
    from distributed import as_completed

    workers = client.ncores()
    count = asked.shards or 4 * max(1, len(workers))
    say(f"{count} shards; scheduler {client.scheduler.address}, {len(workers)} workers: {' '.join(sorted(workers))}")
    client.upload_file(deadcode_shard.__file__)
    store = os.path.abspath(asked.store)
    begin = time.monotonic()
    # Tasks are pure for Dask only if the same call is the same task: shards are told apart by their keys.
    tasks = [
        client.submit(
            deadcode_shard.run,
            command,
            store,
            index,
            count,
            key=f"deadcode-{index}-of-{count}",
            retries=asked.retries,
        )
        for index in range(1, count + 1)
    ]
    results, errors = [], []
    for done, task in enumerate(as_completed(tasks), start=1):
        at = f"{done} of {count} after {time.monotonic() - begin:.0f} s"
        error = task.exception()
        if error is None:
            result = task.result()
            results.append(result)
            say(f"[{at}] shard {result['index']}/{count}: {result['last']} ({result['seconds']:.1f} s)")
        else:
            errors.append(str(error))
            say(f"[{at}] {task.key} failed: {error}")
    return results, errors


def merge(asked, results):
    """The union of the stores of these shards: the exit code."""
    store = os.path.abspath(asked.store)
    folders = [deadcode_shard.folder_of(store, result["index"], result["of"]) for result in results]
    command = [asked.ferric3, "deadcode", "merge", "--store", os.path.join(store, "merged"), *sorted(folders)]
    if asked.json:
        command += ["--json", asked.json]
    return subprocess.run(command, check=False).returncode


def main():
    """The exit code."""
    asked = arguments()
    command = [asked.ferric3, "deadcode", *asked.arguments]
    client, cluster = connect(asked)
    try:
        results, errors = run_shards(client, asked, command)
    finally:
        client.close()
        if cluster is not None:
            cluster.close()
    if any(result["code"] == deadcode_shard.CONTRADICTION for result in results):
        say("A shard has found a contradiction; nothing is merged.")
        return deadcode_shard.CONTRADICTION
    code = merge(asked, results) if results else 2
    if errors:
        say(f"{len(errors)} shards failed; the others are merged. Run the same command again to go on.")
        return code if code == deadcode_shard.CONTRADICTION else 2
    return code


if __name__ == "__main__":
    sys.exit(main())
