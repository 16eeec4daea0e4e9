/** The command line over the owner-only socket, and Gogo. */
@NullMarked
package svc.shell;

import org.jspecify.annotations.NullMarked;
