/** Tests of the whole system: the distribution in a process of its own, used through its public interfaces. */
@NullMarked
package svc.launcher;

import org.jspecify.annotations.NullMarked;
