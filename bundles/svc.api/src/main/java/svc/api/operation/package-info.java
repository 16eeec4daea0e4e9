/** Operations of the operator. REST routes, commands and Gogo commands are derived from one declaration. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.operation;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
