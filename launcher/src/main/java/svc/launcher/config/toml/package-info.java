/** Reads and writes TOML with line numbers. */
@NullMarked
package svc.launcher.config.toml;

import org.jspecify.annotations.NullMarked;
