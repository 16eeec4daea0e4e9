/** The proofs that domains belong to their tenants, and their suspension. */
@NullMarked
package svc.mail.domains.proof;

import org.jspecify.annotations.NullMarked;
