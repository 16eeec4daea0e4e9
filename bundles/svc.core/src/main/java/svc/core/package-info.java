/**
 * The JMAP engine (RFC 8620): the session made of what is registered, the way of a request through its calls, and the six
 * methods derived for every type. It names no capability but Core itself.
 */
@NullMarked
package svc.core;

import org.jspecify.annotations.NullMarked;
