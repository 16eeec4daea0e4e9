/** The types that a caller can read, and a callback for the objects that were served and updated. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.jmap.observe;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
