/**
 * The registry of admin operations: their declarations, the conversion of their arguments, and the audit entry of
 * each run.
 */
@NullMarked
package svc.admin.operations;

import org.jspecify.annotations.NullMarked;
