/**
 * The strict configuration: which keys the installed jars declare, what {@code svc.toml} and {@code --set} say about them,
 * and every error in it, before the framework exists. Runs on the JDK and the TOML reader alone, at each start, so it is
 * cheap: nothing here is loaded that a good start does not need.
 */
@NullMarked
package svc.launcher.config;

import org.jspecify.annotations.NullMarked;
