/**
 * Parts of the contract for bundles of the server alone: the key that creates account scopes. Extensions cannot import
 * this package.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.engine;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
