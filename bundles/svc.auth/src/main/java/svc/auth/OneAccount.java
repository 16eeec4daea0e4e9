package svc.auth;

import svc.api.operation.Help;
import svc.api.operation.Positional;

/** Which account. */
record OneAccount(@Positional @Help("the id of the account") String id) {}
