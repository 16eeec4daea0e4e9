/** Health checks: the findings of the doctor with their remedies, and the readiness of the server. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.health;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
