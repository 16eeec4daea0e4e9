/**
 * Data that all processes of a server share and that need not survive a restart: keys that can be used once, counts of
 * recent events, and leases.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.shared;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
