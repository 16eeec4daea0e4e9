/**
 * The capability {@code urn:ietf:params:jmap:websocket} (RFC 8887): requests, their answers and what has changed on one connection.
 */
@NullMarked
package svc.cap.websocket;

import org.jspecify.annotations.NullMarked;
