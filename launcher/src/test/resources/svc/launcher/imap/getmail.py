"""Runs getmail with one correction: it waits for its delivery process.

getmail 6.18 waits for the signal of the end of the process. If the process ends before the wait begins, getmail waits
for minutes.
"""

import os
import runpy
import sys

from getmailcore.baseclasses import ForkingBase

ForkingBase._prepare_child = lambda self: None
ForkingBase._wait_for_child = lambda self, child: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
