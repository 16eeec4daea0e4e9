@NullMarked
package svc.telemetry.receiver;

import org.jspecify.annotations.NullMarked;
