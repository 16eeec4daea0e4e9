/** The command socket of a running server, and the shell behind it. */
@NullMarked
package svc.shell.socket;

import org.jspecify.annotations.NullMarked;
