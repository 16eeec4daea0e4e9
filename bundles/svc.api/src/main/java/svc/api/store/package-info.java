/** The store API: scopes, snapshots, transactions, background tasks and the change log. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.store;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
