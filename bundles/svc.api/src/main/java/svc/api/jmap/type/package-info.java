/**
 * The steps of a start and of a shutdown that a bundle takes part in, and the refusal it may answer with.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.boot;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
