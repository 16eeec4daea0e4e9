/**
 * The store's contract: scopes, snapshots, transactions, background jobs, the change log and migrations.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.store;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
