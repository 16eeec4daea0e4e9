/**
 * Creates, updates and destroys emails, and updates in the same transaction all rows and counts that depend on them.
 */
@NullMarked
package svc.cap.mail.write;

import org.jspecify.annotations.NullMarked;
