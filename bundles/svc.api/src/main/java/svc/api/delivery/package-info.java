/**
 * Messages on their way: the durable queue that takes them, the steps that look at one before it is filed in an account, and
 * who is told what became of it.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.delivery;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
