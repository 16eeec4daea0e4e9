package svc.testkit.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.Call;
import svc.api.jmap.Capability;
import svc.api.jmap.Default;
import svc.api.jmap.Edit;
import svc.api.jmap.Filterable;
import svc.api.jmap.Filterable.By;
import svc.api.jmap.Immutable;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.ObjectType;
import svc.api.jmap.Records;
import svc.api.jmap.RefersTo;
import svc.api.jmap.ServerSet;
import svc.api.jmap.SetError;
import svc.api.store.Store;

/** A type with one of everything. */
record Card(
        @Filterable({By.VALUE, By.TEXT, By.RANGE}) String title,
        @Filterable @Default("false") boolean pinned,
        @Filterable({By.VALUE, By.RANGE}) @Default("0") int rank,
        @Filterable(By.ELEMENT) @Default("[]") List<String> tags,
        @Default("{}") Map<String, Boolean> keywords,
        @Nullable @RefersTo("Card") String parent,
        @Filterable @Immutable @Default("\"plain\"") String kind,
        @Nullable @ServerSet @Filterable(By.RANGE) Instant changedAt) {

    static final String URN = "urn:example:params:jmap:cards";

    Card touched(Instant now) {
        return new Card(title, pinned, rank, tags, keywords, parent, kind, now);
    }

    Card ranked(int other) {
        return new Card(title, pinned, other, tags, keywords, parent, kind, changedAt);
    }

    /** The capability and its type: a title is not blank, a pinned card stays, and changes leave their time. */
    static final class Cards implements Capability, ObjectType<Card> {
        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Card> shape() {
            return Card.class;
        }

        @Override
        public void check(Edit<Card> edit) {
            Card after = edit.after();
            Card before = edit.before();
            if (after == null) {
                if (before != null && before.pinned) {
                    throw SetError.forbidden("A pinned card stays. Unpin it first.");
                }
                return;
            }
            if (after.title.isBlank()) {
                throw SetError.invalidProperty("title", "A card has a title. Give it one.");
            }
            if (!after.equals(before)) {
                edit.complete(after.touched(edit.now()));
            }
        }
    }

    record Lift(String accountId, List<String> ids) {}

    record Lifted(String accountId, List<String> lifted, List<String> notFound) {}

    /** Card/lift: ranks cards one higher, all of them in one work of the store, or each in one of its own. */
    static final class Lifting implements MethodHandler<Lift, Lifted> {
        private final Store store;
        private final boolean together;

        Lifting(Store store, boolean together) {
            this.store = store;
            this.together = together;
        }

        @Override
        public String method() {
            return "Card/lift";
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Lift> arguments() {
            return Lift.class;
        }

        @Override
        public Lifted handle(Call call, Lift lift) {
            if (together) {
                return lift(call, lift);
            }
            lift.ids().forEach(id -> lift(call, new Lift(lift.accountId(), List.of(id))));
            return new Lifted(lift.accountId(), lift.ids(), List.of());
        }

        private Lifted lift(Call call, Lift lift) {
            Records<Card> cards = call.records(Card.class);
            return store.write(call.scope(lift.accountId(), Access.WRITE), tx -> {
                List<String> found = lift.ids().stream()
                        .filter(id -> cards.find(tx, id).isPresent())
                        .toList();
                found.forEach(id -> {
                    Card card = cards.find(tx, id).orElseThrow();
                    cards.update(tx, id, card.ranked(card.rank + 1));
                });
                List<String> lost =
                        lift.ids().stream().filter(id -> !found.contains(id)).toList();
                return new Lifted(lift.accountId(), found, lost);
            });
        }
    }

    static Subject subject(boolean together) {
        return Subject.of("Card", engine -> List.of(new Cards(), new Lifting(engine.store(), together)))
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
                .method("Card/lift", Map.of("accountId", Subject.ACCOUNT, "ids", List.of(Subject.ID, "cvvvvvv")));
    }
}
