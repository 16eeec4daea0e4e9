/**
 * The audit log: append-only entries, which are kept for a year in a separate table, and the command that lists them.
 */
@NullMarked
package svc.audit;

import org.jspecify.annotations.NullMarked;
