/** Writer of messages: header fields, encoded words, parameters and bodies. */
@Export
@Version("2.0.0")
@NullMarked
package svc.mime.write;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
