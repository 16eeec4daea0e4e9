/** {@code Email/query}: the filter, the choice of an access path, and the plans that answer (RFC 8621 §4.4). */
@NullMarked
package svc.cap.mail.query;

import org.jspecify.annotations.NullMarked;
