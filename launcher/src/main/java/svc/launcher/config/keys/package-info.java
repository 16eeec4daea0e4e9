/** The configuration keys that the bundles declare. */
@NullMarked
package svc.launcher.config.keys;

import org.jspecify.annotations.NullMarked;
