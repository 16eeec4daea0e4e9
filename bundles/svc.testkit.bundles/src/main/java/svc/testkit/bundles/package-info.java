/**
 * Runs whole bundles in the process of a test: the framework and Declarative Services create their components, and the
 * engine offers what they register. Users call methods without HTTP.
 */
@NullMarked
package svc.testkit.bundles;

import org.jspecify.annotations.NullMarked;
