/** The capabilities of mail and the constants of their types. */
@NullMarked
package svc.cap.mail.capability;

import org.jspecify.annotations.NullMarked;
