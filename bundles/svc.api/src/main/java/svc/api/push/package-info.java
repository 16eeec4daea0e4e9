/**
 * What is told to those who stay connected, for the parts that bring a way of telling it.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.push;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
