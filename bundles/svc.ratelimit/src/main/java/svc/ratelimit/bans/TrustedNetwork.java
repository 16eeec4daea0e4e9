package svc.guard;

import java.time.Instant;
import svc.api.guard.Network;

/** A network that an operator trusts. */
record Trusted(Network network, String note, Instant createdAt) {}
