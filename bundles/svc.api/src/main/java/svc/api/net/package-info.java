/** IP networks, and the addresses of listeners. */
@Export
@Version("2.1.0")
@NullMarked
package svc.api.net;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
