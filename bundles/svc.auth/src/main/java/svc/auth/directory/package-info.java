/** Accounts, tenants and grants: the services that read and change them, and the directory service. */
@NullMarked
package svc.auth.directory;

import org.jspecify.annotations.NullMarked;
