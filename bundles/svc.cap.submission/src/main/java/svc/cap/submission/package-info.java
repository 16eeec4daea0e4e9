/**
 * Who people are when they send, and the messages they send (RFC 8621 §6 and §7): what may go out is checked and written here, and
 * taken by the queue in the same transaction.
 */
@NullMarked
package svc.cap.submission;

import org.jspecify.annotations.NullMarked;
