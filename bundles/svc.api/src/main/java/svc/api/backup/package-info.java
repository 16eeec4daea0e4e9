/**
 * What a backup reads of the data of all accounts: copies of the database, and the files of blobs; and what restores one
 * account from a backup. Only bundles of the server can use it; extensions cannot import this package.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.backup;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
