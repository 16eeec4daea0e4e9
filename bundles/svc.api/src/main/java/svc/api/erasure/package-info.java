/**
 * How an account is erased: every bundle that keeps data of accounts in tables of its own answers for its part.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.erasure;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
