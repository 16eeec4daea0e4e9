/**
 * Disposition notifications (RFC 8098, RFC 9007): they are written and sent once for a message that asks for one, read from any blob,
 * and noted with the submission that they tell of when they come in.
 */
@NullMarked
package svc.cap.mdn;

import org.jspecify.annotations.NullMarked;
