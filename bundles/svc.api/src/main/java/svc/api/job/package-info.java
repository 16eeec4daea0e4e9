/** Long-running jobs that survive a restart, and the handlers that execute them. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.job;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
