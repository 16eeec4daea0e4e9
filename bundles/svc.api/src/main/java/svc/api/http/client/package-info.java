/** Requests to other HTTP servers. The client connects only to addresses that it has checked. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.http.client;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
