/** Installs, starts, checks and removes extensions while the server runs. */
@NullMarked
package svc.extensions.lifecycle;

import org.jspecify.annotations.NullMarked;
