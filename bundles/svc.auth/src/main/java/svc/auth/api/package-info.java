/** App passwords, for the bundle that offers them to clients. */
@Export
@Version("1.0.0")
@NullMarked
package svc.auth.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
