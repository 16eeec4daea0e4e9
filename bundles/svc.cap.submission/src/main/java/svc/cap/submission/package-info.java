/**
 * Identities and message submission (RFC 8621 §6 and §7). A message is checked and written before the transaction that
 * adds it to the queue.
 */
@NullMarked
package svc.cap.submission;

import org.jspecify.annotations.NullMarked;
