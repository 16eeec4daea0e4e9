package svc.auth;

import svc.api.operation.Help;
import svc.api.operation.Positional;

/** Which organization. */
record OneTenant(
        @Positional @Help("the id of the organization") String id) {}
