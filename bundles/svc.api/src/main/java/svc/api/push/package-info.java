/** Push connections, push states, and the services by which bundles add events to push transports. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.push;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
