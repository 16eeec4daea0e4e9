/** Receives the usage reports of other servers. */
@NullMarked
package svc.telemetry.receiver;

import org.jspecify.annotations.NullMarked;
