/**
 * The main program: finds the distribution and the home, reads the configuration, starts the framework level by level,
 * explains a refused start, and stops the server.
 */
@NullMarked
package svc.launcher;

import org.jspecify.annotations.NullMarked;
