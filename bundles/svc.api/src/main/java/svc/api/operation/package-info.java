/**
 * Operations of the operator, declared once: the REST front, the command line and the Gogo commands are derived from one declaration.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.operation;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
