/** Builds a message from the properties of {@code Email/set} (RFC 8621 §4.6). */
@NullMarked
package svc.cap.mail.compose;

import org.jspecify.annotations.NullMarked;
