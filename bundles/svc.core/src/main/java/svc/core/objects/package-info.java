/** Objects as maps: plain values, quoting for error texts, and the observers of objects. */
@NullMarked
package svc.core.objects;

import org.jspecify.annotations.NullMarked;
