/**
 * The strict configuration while the server runs: whether a jar that arrives finds its keys in order.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.config;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
