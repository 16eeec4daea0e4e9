/** Emails by UID, for IMAP and POP3. */
@NullMarked
package svc.cap.mail.uid;

import org.jspecify.annotations.NullMarked;
