package svc.delivery;

import svc.api.operation.Help;
import svc.api.operation.Positional;

/** Which message of the queue. */
record OneQueued(
        @Positional @Help("the id of the message in the queue")
        String id) {}
