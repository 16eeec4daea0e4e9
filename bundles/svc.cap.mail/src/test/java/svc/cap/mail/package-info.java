/** Tests of mail on the real store. */
@NullMarked
package svc.cap.mail;

import org.jspecify.annotations.NullMarked;
