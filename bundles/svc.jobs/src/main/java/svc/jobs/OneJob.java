package svc.jobs;

import svc.api.operation.Help;
import svc.api.operation.Positional;

/** Which job. */
record OneJob(@Positional @Help("the id of the job") String id) {}
