/** Tests of the engine, on the store in memory. */
@NullMarked
package svc.core;

import org.jspecify.annotations.NullMarked;
