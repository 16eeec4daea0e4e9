/**
 * The durable mail queue: delivers each queued message once to each recipient of this server, retries after transient
 * failures, and sends a delivery status notification to the sender after a permanent failure.
 */
@NullMarked
package svc.delivery;

import org.jspecify.annotations.NullMarked;
