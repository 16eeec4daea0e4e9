/** Tests of change streams and event streams. */
@NullMarked
package svc.push;

import org.jspecify.annotations.NullMarked;
