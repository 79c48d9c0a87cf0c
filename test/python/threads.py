"""Threads for tests."""

import sys
import threading


def run_threads(work, number):
    """Runs work(i) for i below `number`, each on a thread, which switch as often as they can.
    None may raise."""
    errors, interval = [], sys.getswitchinterval()

    def run(i):
        try:
            work(i)
        except BaseException as error:
            errors.append(error)

    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=run, args=(i,)) for i in range(number)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not errors
