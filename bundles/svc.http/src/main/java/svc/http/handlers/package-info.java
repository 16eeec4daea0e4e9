/**
 * Jetty handlers: correlation ids, limits on headers and bodies, forwarded addresses, compression and problem
 * documents.
 */
@NullMarked
package svc.http.handlers;

import org.jspecify.annotations.NullMarked;
