/** Tests of the example, as a third party writes them. */
@NullMarked
package svc.example.todo;

import org.jspecify.annotations.NullMarked;
