/**
 * The preparation of a message for sending: header checks, Bcc, envelope, hold time, and the handover to the queue.
 */
@NullMarked
package svc.cap.submission.send;

import org.jspecify.annotations.NullMarked;
