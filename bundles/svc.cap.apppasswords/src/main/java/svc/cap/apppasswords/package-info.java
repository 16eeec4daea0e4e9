/** The capability by which users make, see and revoke passwords for single programs. The passwords are kept elsewhere. */
@NullMarked
package svc.cap.apppasswords;

import org.jspecify.annotations.NullMarked;
