/** Things to do, and an archive for those that are done. */
@NullMarked
package svc.example.todo;

import org.jspecify.annotations.NullMarked;
