/**
 * Routes, WebSocket endpoints and listeners as services, without a type of the HTTP server underneath.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.http;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
