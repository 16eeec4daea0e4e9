package org.example.contacts;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.BlobRef;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.MaxLength;
import svc.api.jmap.type.ServerSet;

/** The object of the type {@code Contact}. */
record Contact(
        @Filterable({By.VALUE, By.TEXT}) @MaxLength(200) String name,
        @Filterable(By.ELEMENT) @Default("[]") List<String> emails,
        @BlobRef @Nullable String photo,
        @Filterable(By.RANGE) @ServerSet @Nullable Instant lastMailAt,
        @ServerSet(computed = true) @Default("0") long recentMails) {

    Contact withLastMailAt(Instant value) {
        return new Contact(name, emails, photo, value, recentMails);
    }

    Contact withRecentMails(long value) {
        return new Contact(name, emails, photo, lastMailAt, value);
    }
}
