/** Labels of emails: names, colors, and the methods of {@code Label}. */
@NullMarked
package svc.cap.mail.label;

import org.jspecify.annotations.NullMarked;
