/** DNS lookups with the security status of each answer. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.dns;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
