/**
 * What the engine alone needs of the contract: the key that makes the scope of an account. Extensions do not get this package.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.engine;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
