/** Access tokens, device sessions, tickets and app passwords, and the sweep that removes expired tokens. */
@NullMarked
package svc.auth.tokens;

import org.jspecify.annotations.NullMarked;
