/** The client for requests to other HTTP servers: permitted targets, pinned addresses, limits. */
@NullMarked
package svc.http.client;

import org.jspecify.annotations.NullMarked;
