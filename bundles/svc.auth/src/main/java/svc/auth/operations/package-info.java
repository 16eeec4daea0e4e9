/** The operations on tenants, accounts and credentials. */
@NullMarked
package svc.auth.operations;

import org.jspecify.annotations.NullMarked;
