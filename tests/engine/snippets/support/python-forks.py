"""Runs Python programs, each in a forked process of its own, without loading the common libraries again.

Reads one JSON object {file, folder, environment} per line; writes one {code, stdout, stderr} for each.
"""

import importlib
import json
import os
import runpy
import sys
import tempfile
import traceback

importlib.import_module("requests")


def run(file, folder, environment):
    """Runs a program like `python file`; returns its exit code."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [file]
    try:
        runpy.run_path(file, run_name="__main__")
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            return ended.code or 0
        print(ended.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


for line in sys.stdin:
    program = json.loads(line)
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        child = os.fork()
        if child == 0:
            sys.stdin = open(os.devnull)
            os.dup2(sys.stdin.fileno(), 0)
            os.dup2(stdout.fileno(), 1)
            os.dup2(stderr.fileno(), 2)
            code = run(**program)
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        outcome = {"code": os.waitstatus_to_exitcode(status)}
        for name, file in (("stdout", stdout), ("stderr", stderr)):
            file.seek(0)
            outcome[name] = file.read().decode(errors="replace")
    print(json.dumps(outcome), flush=True)
