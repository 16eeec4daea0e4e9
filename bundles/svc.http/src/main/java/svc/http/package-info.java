/**
 * Jetty and all that is HTTP but no protocol of a capability: listeners, TLS, the ready gate, limits, forwarded addresses,
 * CORS, problem bodies, correlation ids, and the whiteboard that mounts servlets (RFC 9110, 9112, 9113) and WebSocket
 * endpoints (RFC 6455) which other bundles offer as services. No type of Jetty leaves this package.
 */
@NullMarked
package svc.http;

import org.jspecify.annotations.NullMarked;
