/**
 * The rules that the whole repository keeps, as tests: who may import what, what the contract promises, what is shipped
 * under which licence, how the files read. Each rule is a plain function from what it looks at to a list of violations,
 * so that its test can show it a bad example as well as the repository.
 */
@NullMarked
package svc.launcher.rules;

import org.jspecify.annotations.NullMarked;
