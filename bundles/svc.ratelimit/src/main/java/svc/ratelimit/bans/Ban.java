package svc.ratelimit.bans;

import java.time.Instant;
import svc.api.net.IpNetwork;

/**
 * A ban of a network.
 *
 * @param network the address, or the network of a client with several addresses
 * @param reason the reason, for operators
 * @param failures the number of failed sign-ins
 * @param since the start
 * @param until the end
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
