/** Messages from outside: the octets, the checks, and the joint transaction of all recipients. */
@NullMarked
package svc.delivery.intake;

import org.jspecify.annotations.NullMarked;
