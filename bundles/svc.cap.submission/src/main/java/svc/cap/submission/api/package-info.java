/** Sending rights and delivery receipts, for bundles that generate messages such as MDNs. */
@Export
@Version("1.0.0")
@NullMarked
package svc.cap.submission.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
