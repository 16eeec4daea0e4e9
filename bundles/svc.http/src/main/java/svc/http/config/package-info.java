/** The configuration of the HTTP server. */
@NullMarked
package svc.http.config;

import org.jspecify.annotations.NullMarked;
