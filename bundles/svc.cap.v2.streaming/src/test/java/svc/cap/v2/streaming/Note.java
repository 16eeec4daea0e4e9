package svc.cap.v2.streaming;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Capability;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.ServerSet;

/** A type with every kind of property that a patch can change. */
record Note(
        @Filterable String title,
        @Default("\"\"") String text,
        @Filterable @Default("0") int rank,
        @Default("[]") List<String> tags,
        @Default("{}") Map<String, Boolean> keywords,
        @Nullable Map<String, String> more,
        @Nullable @ServerSet Instant changedAt) {

    static final String URN = "urn:test:notes";

    /** The capability and the type, with a stamp that the server sets whenever the title changes. */
    static final class Notes implements Capability, ObjectType<Note> {

        @Override
        public String urn() {
            return URN;
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
            if (after != null && (before == null || !before.title.equals(after.title))) {
                edit.setAfter(new Note(
                        after.title, after.text, after.rank, after.tags, after.keywords, after.more, edit.now()));
            }
        }
    }

    /** A second type. */
    record Card(@Filterable String name) {

        static final class Cards implements ObjectType<Card> {

            @Override
            public String capability() {
                return URN;
            }

            @Override
            public Class<Card> recordType() {
                return Card.class;
            }
        }
    }
}
