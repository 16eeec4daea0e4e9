package svc.cap.v2.streaming;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Capability;
import svc.api.jmap.Default;
import svc.api.jmap.Edit;
import svc.api.jmap.Filterable;
import svc.api.jmap.ObjectType;
import svc.api.jmap.ServerSet;

/** A type with one of everything that a patch can hit. */
record Note(
        @Filterable String title,
        @Default("\"\"") String text,
        @Filterable @Default("0") int rank,
        @Default("[]") List<String> tags,
        @Default("{}") Map<String, Boolean> keywords,
        @Nullable Map<String, String> more,
        @Nullable @ServerSet Instant changedAt) {

    static final String URN = "urn:test:notes";

    /** The capability, the type and a stamp that the server sets whenever the title changes. */
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
        public Class<Note> shape() {
            return Note.class;
        }

        @Override
        public void check(Edit<Note> edit) {
            Note after = edit.after();
            Note before = edit.before();
            if (after != null && (before == null || !before.title.equals(after.title))) {
                edit.complete(new Note(
                        after.title, after.text, after.rank, after.tags, after.keywords, after.more, edit.now()));
            }
        }
    }

    /** A second type. */
    record Card(@Filterable String name) {

        /** The type. */
        static final class Cards implements ObjectType<Card> {

            @Override
            public String capability() {
                return URN;
            }

            @Override
            public Class<Card> shape() {
                return Card.class;
            }
        }
    }
}
