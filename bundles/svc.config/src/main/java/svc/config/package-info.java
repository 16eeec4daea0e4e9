/** Hands the strict configuration to the components and lets operators ask about it. */
@NullMarked
package svc.config;

import org.jspecify.annotations.NullMarked;
