/**
 * Jetty handlers: correlation ids, limits on headers and bodies, forwarded addresses, readiness, rate limits and error
 * responses.
 */
@NullMarked
package svc.http.handlers;

import org.jspecify.annotations.NullMarked;
