/** Tests of the shell at a terminal. */
@NullMarked
package svc.launcher.shell;

import org.jspecify.annotations.NullMarked;
