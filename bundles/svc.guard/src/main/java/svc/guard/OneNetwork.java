package svc.guard;

import svc.api.operation.Help;
import svc.api.operation.Positional;

/** Which one. */
record OneNetwork(
        @Positional @Help("an address or a network, such as 203.0.113.7 or 2001:db8::/32")
        String ip) {}
