/** Who did what to whom: the entries that administrative acts and sign-ins leave. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.audit;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
