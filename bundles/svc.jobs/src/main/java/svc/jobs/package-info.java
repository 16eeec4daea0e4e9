/**
 * The durable list of long works: what is to be done, how far it is, and the one thread that does it, again after a failure and
 * after a restart.
 */
@NullMarked
package svc.jobs;

import org.jspecify.annotations.NullMarked;
