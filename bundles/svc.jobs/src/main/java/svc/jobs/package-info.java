/**
 * The durable queue of long-running jobs, and the single worker that runs them, retries failures, and resumes after a
 * restart.
 */
@NullMarked
package svc.jobs;

import org.jspecify.annotations.NullMarked;
