/** The command line over the command socket and in Gogo. */
@NullMarked
package svc.shell;

import org.jspecify.annotations.NullMarked;
