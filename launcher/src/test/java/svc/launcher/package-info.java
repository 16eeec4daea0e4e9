/** The whole system from outside: the real distribution in a process of its own, spoken to as its users speak to it. */
@NullMarked
package svc.launcher;

import org.jspecify.annotations.NullMarked;
