/**
 * What a capability is made of: the URN and its objects, types described as data, methods, and the errors they answer with.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.jmap;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
