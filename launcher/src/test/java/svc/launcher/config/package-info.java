/** Tests of the strict configuration. */
@NullMarked
package svc.launcher.config;

import org.jspecify.annotations.NullMarked;
