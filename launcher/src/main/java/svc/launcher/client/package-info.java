/**
 * The other end of the command line's socket: sends words, relays bytes, hands back the exit code. It knows no operation
 * and uses nothing but the JDK, so that a command starts fast.
 */
@NullMarked
package svc.launcher.client;

import org.jspecify.annotations.NullMarked;
