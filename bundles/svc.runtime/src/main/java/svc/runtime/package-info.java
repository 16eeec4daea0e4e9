/**
 * Services and operations of every server: the clock, health checks, log levels, the version, the endpoints file,
 * metrics and shutdown.
 */
@NullMarked
package svc.runtime;

import org.jspecify.annotations.NullMarked;
