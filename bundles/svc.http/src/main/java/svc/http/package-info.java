/** Registers the HTTP server, its health checks and its metrics. */
@NullMarked
package svc.http;

import org.jspecify.annotations.NullMarked;
