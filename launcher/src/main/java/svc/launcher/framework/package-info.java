/** Starts and stops the Felix framework. */
@NullMarked
package svc.launcher.framework;

import org.jspecify.annotations.NullMarked;
