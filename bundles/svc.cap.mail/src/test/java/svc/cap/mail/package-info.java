/** Tests of mail: on the tables of the real store. */
@NullMarked
package svc.cap.mail;

import org.jspecify.annotations.NullMarked;
