/** The certificates of all listeners that use TLS. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.tls;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
