/**
 * Hands the strict configuration to the components and lets operators ask about it. Reading and checking is the launcher's;
 * this bundle carries what came out into the configuration admin service, once at the start and for each jar that joins.
 */
@NullMarked
package svc.config;

import org.jspecify.annotations.NullMarked;
