/** The commands about quotas, rights and annotations. */
@NullMarked
package svc.proto.imap.account;

import org.jspecify.annotations.NullMarked;
