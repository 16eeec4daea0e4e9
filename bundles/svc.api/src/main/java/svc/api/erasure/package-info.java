/** Erasure of accounts: each bundle that stores account data in its own tables registers a step that erases it. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.erasure;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
