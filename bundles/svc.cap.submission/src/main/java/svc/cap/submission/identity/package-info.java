/** Identities, and the addresses from which an account may send (RFC 8621 §6). */
@NullMarked
package svc.cap.submission.identity;

import org.jspecify.annotations.NullMarked;
