/**
 * The rules of the repository as tests: imports, the API, shipped parts and their licences, and the form of files. Each
 * rule is a function that returns a list of violations, so that its test can apply it to a bad example as well as to
 * the repository.
 */
@NullMarked
package svc.launcher.rules;

import org.jspecify.annotations.NullMarked;
