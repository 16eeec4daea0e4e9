/** Connections of line protocols, such as SMTP and IMAP, independent of the network library in use. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.net.connection;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
