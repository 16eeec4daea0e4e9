/** Verifies a repository and names damaged objects with the runs that need them. */
@NullMarked
package svc.backup.verify;

import org.jspecify.annotations.NullMarked;
