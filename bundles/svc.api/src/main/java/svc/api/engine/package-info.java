/**
 * The part of the API that only bundles of the server can use: the key that is needed to create account scopes.
 * Extensions cannot import this package.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.engine;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
