/** IP networks. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.net;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
