/**
 * Mail delivery: intake of messages from outside, the durable queue, checks and filters that run before a message is filed, and
 * listeners for the delivery status.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.delivery;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
