/** The Jetty server: connectors, connection limits and shutdown. */
@NullMarked
package svc.http.server;

import org.jspecify.annotations.NullMarked;
