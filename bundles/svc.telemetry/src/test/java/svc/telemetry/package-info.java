@NullMarked
package svc.telemetry;

import org.jspecify.annotations.NullMarked;
