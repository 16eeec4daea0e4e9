package svc.guard;

import java.time.Instant;
import svc.api.guard.Network;

/**
 * Who must stay outside.
 *
 * @param network the address, or the network that it moves in
 * @param reason why, for the operator
 * @param failures how many sign-ins failed
 * @param since since when
 * @param until until when
 * @param times the how manieth ban of this network in a row it is
 */
record Ban(Network network, String reason, int failures, Instant since, Instant until, int times) {

    boolean holds(Instant now) {
        return now.isBefore(until);
    }

    /** Whether the next ban of the same network is to be longer. */
    boolean remembered(Instant now) {
        return now.isBefore(until.plus(Policy.LONGEST_BAN));
    }
}
