/** Who comes too often and who must not come at all: one guard for every protocol. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.guard;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
