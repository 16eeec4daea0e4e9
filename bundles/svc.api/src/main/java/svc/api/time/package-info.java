/** Time as a service: all code reads the time from {@code Clock} and never from the machine. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.time;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
