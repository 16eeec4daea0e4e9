/** The audit log: events of administrative actions and sign-ins. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.audit;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
