/**
 * Routes, WebSocket endpoints and listeners as services, without a type of the HTTP server underneath.
 *
 * <p>Every request has a correlation id: it is the MDC value {@code correlation} on the request's thread, the request
 * attribute {@code svc.correlation}, and the member {@code correlation} of a problem with a status of 500 or more.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.http;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
