/** Sending rights, the sending of messages by other protocols, and delivery receipts. */
@Export
@Version("1.1.0")
@NullMarked
package svc.cap.submission.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
