/**
 * The engine in memory, driven as a client would, and the contract suites that every type and every method must pass;
 * published, never deployed.
 */
@NullMarked
package svc.testkit.engine;

import org.jspecify.annotations.NullMarked;
