/** Tests of the client of the command socket. */
@NullMarked
package svc.launcher.client;

import org.jspecify.annotations.NullMarked;
