/**
 * Long works that outlive a restart: how they are asked for, and how a bundle offers to do those of a kind.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.job;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
