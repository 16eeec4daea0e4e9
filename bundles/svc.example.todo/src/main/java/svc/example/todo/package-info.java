/** A capability with one type, {@code Todo}, and a method that archives the todos that are done. */
@NullMarked
package svc.example.todo;

import org.jspecify.annotations.NullMarked;
