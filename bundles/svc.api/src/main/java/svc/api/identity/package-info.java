/** Tenants, accounts, the sharing between accounts, and the authentication of requests. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.identity;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
