package svc.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Capability;
import svc.api.jmap.SetError;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RefersTo;
import svc.api.jmap.type.ServerSet;

/** A record type that uses every kind of property. */
public record Note(
        @Filterable({By.VALUE, By.TEXT, By.RANGE}) String title,
        @Filterable @Default("false") boolean pinned,
        @Filterable({By.VALUE, By.RANGE}) @Default("0") int rank,
        @Filterable(By.ELEMENT) @Default("[]") List<String> tags,
        @Default("{}") Map<String, Boolean> keywords,
        @Nullable @RefersTo("Note") String parent,
        @Filterable @Immutable @Default("\"plain\"") String kind,
        @Nullable @ServerSet @Filterable(By.RANGE) Instant changedAt) {

    public static final String URN = "urn:test:notes";
    public static final String USING = "\"urn:ietf:params:jmap:core\",\"" + URN + "\"";

    /** The capability of the type. */
    public static final class Notes implements Capability {
        @Override
        public String urn() {
            return URN;
        }
    }

    /** The type: the title must not be empty, and a pinned note cannot be destroyed. */
    public static final class Type implements ObjectType<Note> {
        @Override
        public String name() {
            return "Note";
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Note> recordType() {
            return Note.class;
        }

        @Override
        public void validate(Edit<Note> edit) {
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
                edit.setAfter(new Note(
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
