/** The tables of mail, one class per table. */
@NullMarked
package svc.cap.mail.table;

import org.jspecify.annotations.NullMarked;
