/**
 * Routes, WebSocket endpoints and listeners as services, independent of the HTTP server in use.
 *
 * <p>Each request has a correlation id: the MDC value {@code correlation} on the thread of the request, the request
 * attribute {@code svc.correlation}, and the member {@code correlation} of a problem with a status of 500 or more.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.http;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
