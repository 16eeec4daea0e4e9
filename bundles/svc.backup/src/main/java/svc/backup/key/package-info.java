/** The keys of a repository, their form as words, and encryption with them. */
@NullMarked
package svc.backup.key;

import org.jspecify.annotations.NullMarked;
