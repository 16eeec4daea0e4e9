/** What the server counts and measures, for those who watch it. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.metrics;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
