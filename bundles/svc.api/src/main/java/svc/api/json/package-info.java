/** JSON as a service, so that only one bundle depends on the JSON library. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.json;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
