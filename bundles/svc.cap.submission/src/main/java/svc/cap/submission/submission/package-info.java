/** Submissions: rows, query, and the delivery status of their recipients (RFC 8621 §7). */
@NullMarked
package svc.cap.submission.submission;

import org.jspecify.annotations.NullMarked;
