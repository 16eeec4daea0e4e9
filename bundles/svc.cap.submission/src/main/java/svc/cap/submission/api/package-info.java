/**
 * In whose name accounts send, for bundles that send something else than what a client composed, and what recipients tell of what was
 * sent.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.cap.submission.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
