/** Restores the emails of one account from a backup. */
@NullMarked
package svc.mail.transfer.restore;

import org.jspecify.annotations.NullMarked;
