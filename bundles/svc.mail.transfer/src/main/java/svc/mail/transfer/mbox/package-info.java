/** Reader and writer of mbox files. */
@NullMarked
package svc.mail.transfer.mbox;

import org.jspecify.annotations.NullMarked;
