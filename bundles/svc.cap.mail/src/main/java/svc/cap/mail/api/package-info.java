/**
 * The messages of accounts for bundles that bring them on other ways than JMAP, send them or take them out: what they are, where
 * they go, and how they are booked.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.cap.mail.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
