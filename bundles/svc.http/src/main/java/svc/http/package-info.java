/** Jetty: listeners, the ready gate, routes and WebSocket endpoints as services. */
@NullMarked
package svc.http;

import org.jspecify.annotations.NullMarked;
