/** Tests of what is told to whom. */
@NullMarked
package svc.push;

import org.jspecify.annotations.NullMarked;
