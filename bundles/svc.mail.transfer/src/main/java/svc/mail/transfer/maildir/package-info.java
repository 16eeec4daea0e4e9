/** Reader and writer of Maildir folders. */
@NullMarked
package svc.mail.transfer.maildir;

import org.jspecify.annotations.NullMarked;
