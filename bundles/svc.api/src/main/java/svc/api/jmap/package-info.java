/** JMAP capabilities: URNs and session objects, types, methods, and their errors (RFC 8620). */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.jmap;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
