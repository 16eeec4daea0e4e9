/** Blobs: their names, where their bytes are kept, who holds them and what refers to them. */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.blob;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
