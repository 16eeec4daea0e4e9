/** Tests of extensions in an OSGi framework, and of single classes. */
@NullMarked
package svc.extensions;

import org.jspecify.annotations.NullMarked;
