/** The command line client of a running server. */
@NullMarked
package svc.launcher.client;

import org.jspecify.annotations.NullMarked;
