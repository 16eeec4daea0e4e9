/** Configuration of bundles that are installed while the server runs, and the notation of sizes. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.config;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
