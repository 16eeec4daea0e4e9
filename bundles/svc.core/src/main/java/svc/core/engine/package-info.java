/**
 * The JMAP engine and the services that it offers to other bundles: requests, queries, object reads and health checks.
 */
@NullMarked
package svc.core.engine;

import org.jspecify.annotations.NullMarked;
