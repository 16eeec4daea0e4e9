/** The audit: its entries in a table of its own, for a year, and the command that lists them. Changes no entry, ever. */
@NullMarked
package svc.audit;

import org.jspecify.annotations.NullMarked;
