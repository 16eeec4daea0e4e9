package svc.example.todo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.ServerSet;

/** The object of the type {@code Todo}; its components are the properties. */
record Todo(
        @Filterable({By.VALUE, By.TEXT}) String title,
        @Filterable @Default("false") boolean done,
        @Filterable(By.RANGE) @Nullable Instant due,
        @Filterable @ServerSet @Default("false") boolean archived) {

    Todo inArchive() {
        return new Todo(title, done, due, true);
    }
}
