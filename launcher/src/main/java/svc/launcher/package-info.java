/**
 * The program's front door: finds the distribution and the home, reads the configuration, starts the framework level by
 * level, refuses in plain words when the server cannot become ready, and takes it down again.
 */
@NullMarked
package svc.launcher;

import org.jspecify.annotations.NullMarked;
