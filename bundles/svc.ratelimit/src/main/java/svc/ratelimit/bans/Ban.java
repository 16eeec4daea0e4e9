package svc.ratelimit.bans;

import java.time.Instant;
import svc.api.net.IpNetwork;

/**
 * A ban of a network.
 *
 * @param network the banned network; for a single address, the prefix has the full length
 * @param reason the reason, for operators
 * @param failures the number of failed sign-ins that caused the ban; 0 for a ban by an operator
 * @param since the start of the ban
 * @param until the end of the ban
 * @param times the number of consecutive bans of this network; 0 for a ban by an operator
 */
public record Ban(IpNetwork network, String reason, int failures, Instant since, Instant until, int times) {

    boolean holds(Instant now) {
        return now.isBefore(until);
    }

    /** Returns whether the next ban of the same network is longer because of this ban. */
    boolean remembered(Instant now) {
        return now.isBefore(until.plus(Policy.LONGEST_BAN));
    }
}
