/** Line editing, history and completion in {@code svc shell}. */
@NullMarked
package svc.launcher.shell;

import org.jspecify.annotations.NullMarked;
