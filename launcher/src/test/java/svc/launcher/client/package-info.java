/** Tests of the client of the command line's socket. */
@NullMarked
package svc.launcher.client;

import org.jspecify.annotations.NullMarked;
