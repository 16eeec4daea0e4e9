/** The home directory: layout, lock and settings. */
@NullMarked
package svc.launcher.home;

import org.jspecify.annotations.NullMarked;
