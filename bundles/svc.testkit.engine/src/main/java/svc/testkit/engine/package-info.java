/**
 * The JMAP engine in memory with a test client, and contract tests for every type and method. Published, never
 * deployed.
 */
@NullMarked
package svc.testkit.engine;

import org.jspecify.annotations.NullMarked;
