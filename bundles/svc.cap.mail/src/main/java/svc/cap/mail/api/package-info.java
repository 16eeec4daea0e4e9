/** Access to the emails of accounts for bundles that deliver, send or export emails by other protocols than JMAP. */
@Export
@Version("1.3.0")
@NullMarked
package svc.cap.mail.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
