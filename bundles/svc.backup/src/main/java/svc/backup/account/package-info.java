/** The restore of one account into the running server. */
@NullMarked
package svc.backup.account;

import org.jspecify.annotations.NullMarked;
