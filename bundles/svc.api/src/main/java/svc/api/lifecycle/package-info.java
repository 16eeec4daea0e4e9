/** The phases of a start and a shutdown in which bundles take part, and the exception that stops a start. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.lifecycle;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
