package svc.auth;

import svc.api.operation.Help;
import svc.api.operation.Positional;

/** Which account. */
record OneAddress(
        @Positional @Help("the address of the account") String email) {}
