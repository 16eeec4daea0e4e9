/** The tables of accounts, addresses, domains, tenants, grants and app passwords. */
@NullMarked
package svc.auth.storage;

import org.jspecify.annotations.NullMarked;
