/**
 * Bulk import and export of mail for operators: {@code svc mail import} and {@code svc mail export} with mbox files and
 * Maildir trees. Messages are streamed, not held in memory. An interrupted run can be continued; no message is
 * transferred twice.
 */
@NullMarked
package svc.mail.transfer;

import org.jspecify.annotations.NullMarked;
