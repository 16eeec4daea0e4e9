/** Json over Jackson, the only bundle that knows it. */
@NullMarked
package svc.json;

import org.jspecify.annotations.NullMarked;
