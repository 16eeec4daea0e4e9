/** The key of a repository, and its form as words. */
@NullMarked
package svc.backup.key;

import org.jspecify.annotations.NullMarked;
