/**
 * The description of a type: its properties, methods and facets, and the source that reads and writes its objects.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.jmap.type;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
