/** Reads and checks the configuration before the framework starts, and again while the server runs. */
@NullMarked
package svc.launcher.config;

import org.jspecify.annotations.NullMarked;
