/** Blobs: their ids, the storage of their bytes, and the accounts and objects that refer to them. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.blob;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
