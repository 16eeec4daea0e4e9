/** The methods of {@code Thread} (RFC 8621 §3), and {@code Thread/merge}. */
@NullMarked
package svc.cap.mail.thread;

import org.jspecify.annotations.NullMarked;
