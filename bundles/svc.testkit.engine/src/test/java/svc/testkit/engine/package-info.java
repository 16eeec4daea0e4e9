/** Runs the contract tests for a type with every feature, and tests the test kit itself. */
@NullMarked
package svc.testkit.engine;

import org.jspecify.annotations.NullMarked;
