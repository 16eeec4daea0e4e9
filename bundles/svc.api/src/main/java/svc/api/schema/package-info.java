/** The database schema: the applied migrations, and the service that migrates the schema of a bundle. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.schema;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
