/** The routes of other bundles: declaration, conflicts, mounting, servlets and WebSockets. */
@NullMarked
package svc.http.routes;

import org.jspecify.annotations.NullMarked;
