/** The capability {@code urn:ietf:params:jmap:websocket} (RFC 8887): requests, responses and push on one WebSocket. */
@NullMarked
package svc.cap.websocket;

import org.jspecify.annotations.NullMarked;
