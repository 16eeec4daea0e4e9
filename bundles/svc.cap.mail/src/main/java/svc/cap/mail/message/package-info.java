/** Parsed messages and their parts as properties of an Email (RFC 8621 §4.1). */
@NullMarked
package svc.cap.mail.message;

import org.jspecify.annotations.NullMarked;
