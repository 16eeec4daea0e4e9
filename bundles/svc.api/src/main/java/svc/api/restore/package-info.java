/** Restore of a backup: each bundle that stores data which must not return unchanged registers a step that changes it. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.restore;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
