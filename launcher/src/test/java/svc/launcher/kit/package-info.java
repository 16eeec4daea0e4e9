/** What makes a project for an extension: from the compiled example, the template beside it and the jars of this build. */
@NullMarked
package svc.launcher.kit;

import org.jspecify.annotations.NullMarked;
