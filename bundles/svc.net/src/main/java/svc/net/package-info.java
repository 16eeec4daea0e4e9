/**
 * Connections of line protocols on Jetty's selectors: listeners, limits, the PROXY protocol, TLS, and sessions that are
 * parked between their commands.
 */
@NullMarked
package svc.net;

import org.jspecify.annotations.NullMarked;
