/**
 * Watches the folder {@code extensions/} of the home and gives every jar in it exactly one verdict: active, waiting (for
 * what) or refused (why, and the remedy). Owns the life of every bundle that does not belong to the server itself, the
 * record of what was refused while running, the operations {@code svc bundle …} and the look at a start whether all of
 * the server's own bundles really work.
 */
@NullMarked
package svc.extensions;

import org.jspecify.annotations.NullMarked;
