"""One shard: a process of Ferric3 with a store of its own, on whatever machine this runs.

It needs only the standard library, and knows nothing of schedulers. Running a shard again is harmless: its store says
what is settled, and that is not analysed again.
"""

import fcntl
import os
import subprocess
import sys
import time

# Exit codes of `ferric3 deadcode` that mean that it came to its end: all settled, some open, some dead where that fails.
ENDED = (0, 5, 10)
CONTRADICTION = 6

# The process of a shard ends with the worker that started it, also if that is killed: where Linux can say so, it asks
# for it before it becomes Ferric3, and looks whether the worker is still there.
LAUNCHER = """
import ctypes, os, signal, sys
worker, command = int(sys.argv[1]), sys.argv[2:]
if sys.platform == "linux":
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
if os.getppid() != worker:
    sys.exit("the worker is gone")
os.execvp(command[0], command)
"""


class ShardFailed(Exception):
    """The process of a shard did not come to its end; the shard is to be run again."""


def folder_of(store, index, of):
    """The store of a shard, in the folder that all shards share."""
    width = len(str(of))
    return os.path.join(store, f"shard-{index:0{width}}-of-{of}")


def wait_until_free(folder, patience):
    """Waits for whoever has the store: where a worker was lost but its machine was not, the shard may still be running."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "a+") as lock:
        end = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > end:
                    lock.seek(0)
                    raise ShardFailed(f"{folder} is in use by {lock.read().strip()}") from None
                time.sleep(0.2)


def run(command, store, index, of, patience=3600.0):
    """Runs a shard to its end: a dictionary with its exit code, its last line, and how long it took.

    `command` is Ferric3 and the arguments of `deadcode`, without store and shard.
    """
    begin = time.monotonic()
    folder = folder_of(store, index, of)
    wait_until_free(folder, patience)
    command = [*command, "--shard", f"{index}/{of}", "--store", folder]
    launcher = [sys.executable, "-c", LAUNCHER, str(os.getpid()), *command]
    output = os.path.join(folder, "output.txt")
    with open(output, "ab") as said:
        ended = subprocess.run(launcher, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False)
    last = last_line(output)
    code = ended.returncode
    if code not in (*ENDED, CONTRADICTION):
        raise ShardFailed(f"shard {index}/{of} ended with {code}: {last} (all of it is in {output})")
    seconds = time.monotonic() - begin
    return {"index": index, "of": of, "code": code, "last": last, "seconds": seconds, "worker": os.getpid()}


def last_line(output):
    """The last line that the process has said."""
    with open(output, "rb") as said:
        lines = said.read()[-4096:].decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "it said nothing")
