/** Creates projects for extensions from the compiled example, its template and the jars of this build. */
@NullMarked
package svc.launcher.kit;

import org.jspecify.annotations.NullMarked;
