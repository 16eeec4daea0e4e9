/**
 * The JMAP engine on a store in a temporary folder, a test client, and contract tests for every type and method. The
 * bundle is published for authors of capabilities, but never deployed in a server.
 */
@NullMarked
package svc.testkit.engine;

import org.jspecify.annotations.NullMarked;
