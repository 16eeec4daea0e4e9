/** The durable queue: its tables, operations and metrics. */
@NullMarked
package svc.delivery.queue;

import org.jspecify.annotations.NullMarked;
