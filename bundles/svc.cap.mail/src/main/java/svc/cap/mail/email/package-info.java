/** {@code Email/get}, {@code /set}, {@code /copy}, {@code /import} and {@code /parse} (RFC 8621 §4). */
@NullMarked
package svc.cap.mail.email;

import org.jspecify.annotations.NullMarked;
