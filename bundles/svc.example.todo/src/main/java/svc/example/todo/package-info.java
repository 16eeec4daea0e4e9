/** Things to do, and an archive for those that are done: the example of how a capability is written. */
@NullMarked
package svc.example.todo;

import org.jspecify.annotations.NullMarked;
