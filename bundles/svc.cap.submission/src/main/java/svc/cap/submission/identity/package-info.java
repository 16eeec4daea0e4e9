/** Identities and the addresses that an account may send from (RFC 8621 §6). */
@NullMarked
package svc.cap.submission.identity;

import org.jspecify.annotations.NullMarked;
