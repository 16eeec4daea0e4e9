package svc.example.todo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Default;
import svc.api.jmap.Filterable;
import svc.api.jmap.Filterable.By;
import svc.api.jmap.ServerSet;

/** Something to do. */
record Todo(
        @Filterable({By.VALUE, By.TEXT}) String title,
        @Filterable @Default("false") boolean done,
        @Filterable(By.RANGE) @Nullable Instant due,
        @Filterable @ServerSet @Default("false") boolean archived) {

    Todo inArchive() {
        return new Todo(title, done, due, true);
    }
}
