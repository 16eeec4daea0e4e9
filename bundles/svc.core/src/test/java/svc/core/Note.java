package svc.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Capability;
import svc.api.jmap.Default;
import svc.api.jmap.Edit;
import svc.api.jmap.Filterable;
import svc.api.jmap.Filterable.By;
import svc.api.jmap.Immutable;
import svc.api.jmap.ObjectType;
import svc.api.jmap.RefersTo;
import svc.api.jmap.ServerSet;
import svc.api.jmap.SetError;

/** A type with one of everything. */
record Note(
        @Filterable({By.VALUE, By.TEXT, By.RANGE}) String title,
        @Filterable @Default("false") boolean pinned,
        @Filterable({By.VALUE, By.RANGE}) @Default("0") int rank,
        @Filterable(By.ELEMENT) @Default("[]") List<String> tags,
        @Default("{}") Map<String, Boolean> keywords,
        @Nullable @RefersTo("Note") String parent,
        @Filterable @Immutable @Default("\"plain\"") String kind,
        @Nullable @ServerSet @Filterable(By.RANGE) Instant changedAt) {

    static final String URN = "urn:test:notes";
    static final String USING = "\"urn:ietf:params:jmap:core\",\"" + URN + "\"";

    /** The capability. */
    static final class Notes implements Capability {
        @Override
        public String urn() {
            return URN;
        }
    }

    /** The type: a title must not be empty, a pinned note cannot be destroyed. */
    static final class Type implements ObjectType<Note> {
        @Override
        public String name() {
            return "Note";
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Note> shape() {
            return Note.class;
        }

        @Override
        public void check(Edit<Note> edit) {
            Note after = edit.after();
            Note before = edit.before();
            if (after == null) {
                if (before != null && before.pinned) {
                    throw SetError.forbidden("A pinned note stays.");
                }
                return;
            }
            if (after.title.isBlank()) {
                throw SetError.invalidProperty("title", "A note has a title.");
            }
            if (before == null || !before.title.equals(after.title)) {
                edit.complete(new Note(
                        after.title,
                        after.pinned,
                        after.rank,
                        after.tags,
                        after.keywords,
                        after.parent,
                        after.kind,
                        edit.now()));
            }
        }
    }
}
