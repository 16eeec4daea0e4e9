/**
 * Time as a service: every rule that speaks of hours or days asks this package and never the machine.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.time;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
