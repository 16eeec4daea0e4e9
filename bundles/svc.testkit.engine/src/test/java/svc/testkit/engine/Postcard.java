package svc.testkit.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.Capability;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.RecordRepository;
import svc.api.jmap.SetError;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RefersTo;
import svc.api.jmap.type.ServerSet;
import svc.api.store.Store;

/** A type that uses every feature of types. */
record Postcard(
        @Filterable({By.VALUE, By.TEXT, By.RANGE}) String title,
        @Filterable @Default("false") boolean pinned,
        @Filterable({By.VALUE, By.RANGE}) @Default("0") int rank,
        @Filterable(By.ELEMENT) @Default("[]") List<String> tags,
        @Default("{}") Map<String, Boolean> keywords,
        @Nullable @RefersTo("Postcard") String parent,
        @Filterable @Immutable @Default("\"plain\"") String kind,
        @Nullable @ServerSet @Filterable(By.RANGE) Instant changedAt) {

    static final String URN = "urn:example:params:jmap:postcards";

    Postcard touched(Instant now) {
        return new Postcard(title, pinned, rank, tags, keywords, parent, kind, now);
    }

    Postcard ranked(int other) {
        return new Postcard(title, pinned, other, tags, keywords, parent, kind, changedAt);
    }

    /**
     * The capability and its type. A title is not blank, a pinned postcard cannot be destroyed, and each change sets
     * the time.
     */
    static final class Postcards implements Capability, ObjectType<Postcard> {
        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Postcard> recordType() {
            return Postcard.class;
        }

        @Override
        public void validate(Edit<Postcard> edit) {
            Postcard after = edit.after();
            Postcard before = edit.before();
            if (after == null) {
                if (before != null && before.pinned) {
                    throw SetError.forbidden("A pinned postcard stays. Unpin it first.");
                }
                return;
            }
            if (after.title.isBlank()) {
                throw SetError.invalidProperty("title", "A postcard has a title. Give it one.");
            }
            if (!after.equals(before)) {
                edit.setAfter(after.touched(edit.now()));
            }
        }
    }

    record Lift(String accountId, List<String> ids) {}

    record Lifted(String accountId, List<String> lifted, List<String> notFound) {}

    /** {@code Postcard/lift}: increases the rank of postcards, all in one transaction or each in its own. */
    static final class Lifting implements MethodHandler<Lift, Lifted> {
        private final Store store;
        private final boolean together;

        Lifting(Store store, boolean together) {
            this.store = store;
            this.together = together;
        }

        @Override
        public String method() {
            return "Postcard/lift";
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Lift> argumentsType() {
            return Lift.class;
        }

        @Override
        public Lifted handle(MethodCall call, Lift lift) {
            if (together) {
                return lift(call, lift);
            }
            lift.ids().forEach(id -> lift(call, new Lift(lift.accountId(), List.of(id))));
            return new Lifted(lift.accountId(), lift.ids(), List.of());
        }

        private Lifted lift(MethodCall call, Lift lift) {
            RecordRepository<Postcard> postcards = call.records(Postcard.class);
            return store.write(call.scope(lift.accountId(), Access.WRITE), tx -> {
                List<String> found = lift.ids().stream()
                        .filter(id -> postcards.find(tx, id).isPresent())
                        .toList();
                found.forEach(id -> {
                    Postcard postcard = postcards.find(tx, id).orElseThrow();
                    postcards.update(tx, id, postcard.ranked(postcard.rank + 1));
                });
                List<String> missing =
                        lift.ids().stream().filter(id -> !found.contains(id)).toList();
                return new Lifted(lift.accountId(), found, missing);
            });
        }
    }

    static CapabilityUnderTest subject(boolean together) {
        return CapabilityUnderTest.of(
                        "Postcard", engine -> List.of(new Postcards(), new Lifting(engine.store(), together)))
                .good(Map.of("title", "Bread", "tags", List.of("food"), "keywords", Map.of("x", true)))
                .good(Map.of("title", "apples", "rank", 3, "kind", "rich", "tags", List.of("food", "fruit")))
                .good(Map.of("title", "Cheese", "rank", 2))
                .bad(Map.of(), "title")
                .bad(Map.of("title", "  "), "title")
                .bad(Map.of("title", 3), "title")
                .bad(Map.of("title", "x", "rank", "high"), "rank")
                .change(Map.of("title", "Rolls"))
                .change(Map.of("rank", 9, "pinned", true))
                .change(Map.of("keywords/y", true))
                .badChange(Map.of("title", ""), "title")
                .badChange(Map.of("kind", "rich"), "kind")
                .badChange(Map.of("rank", List.of()), "rank")
                .filter(Map.of("tagsHas", "food"), 0, 1)
                .filter(Map.of("titleContains", "ES"), 1, 2)
                .filter(Map.of("rankFrom", 2, "rankBefore", 3), 2)
                .filter(Map.of("kind", "rich"), 1)
                .method(
                        "Postcard/lift",
                        Map.of(
                                "accountId",
                                CapabilityUnderTest.ACCOUNT,
                                "ids",
                                List.of(CapabilityUnderTest.ID, "pvvvvvv")));
    }
}
