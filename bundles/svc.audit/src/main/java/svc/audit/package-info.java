/** The audit log: append-only entries, kept for a year in a table of their own, and the command that lists them. */
@NullMarked
package svc.audit;

import org.jspecify.annotations.NullMarked;
