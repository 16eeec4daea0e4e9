/** Bans after failed sign-ins, trusted networks, and the networks from which an account signed in. */
@NullMarked
package svc.ratelimit.bans;

import org.jspecify.annotations.NullMarked;
