package svc.ratelimit.bans;

import java.time.Instant;
import svc.api.net.IpNetwork;

/** A network that an operator trusts. */
public record TrustedNetwork(IpNetwork network, String note, Instant createdAt) {}
