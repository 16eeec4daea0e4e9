/** The place that stores a repository of backups, for bundles that connect other kinds of storage. */
@Export
@Version("1.0.0")
@NullMarked
package svc.backup.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
