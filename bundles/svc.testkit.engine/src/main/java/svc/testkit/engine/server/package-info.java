/** The parts of the test server: a store that fails on demand, the runner of jobs, and an authenticator. */
@NullMarked
package svc.testkit.engine.server;

import org.jspecify.annotations.NullMarked;
