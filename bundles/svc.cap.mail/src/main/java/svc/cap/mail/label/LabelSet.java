package svc.cap.mail;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;

/** The changes of one {@code Label/set} (RFC 8620 §5.3). For one thread. */
final class LabelChanges {

    /** An account has so many labels at most. */
    static final int MOST = 1000;

    private final Transaction tx;
    private final SetBatch batch;
    private final LabelRemoval removal;
    private final Map<Long, Label.Core> labels = new HashMap<>();
    private final Map<String, Long> names = new HashMap<>();
    private int room = LabelRemoval.AT_ONCE;

    LabelChanges(Transaction tx, SetBatch batch, LabelRemoval removal) {
        this.tx = tx;
        this.batch = batch;
        this.removal = removal;
        LabelRows.all(tx.sql()).forEach(label -> put(label.n(), label.core()));
    }

    void make() {
        Attempts.untilNothingMoves(batch.creates(), this::create);
        Attempts.untilNothingMoves(batch.updates(), this::update);
        Attempts.untilNothingMoves(batch.destroys(), this::destroy);
    }

    private void put(long n, Label.Core core) {
        labels.put(n, core);
        names.put(core.folded(), n);
    }

    /** A name is that of one label alone, in whatever case. */
    private void demandName(long n, Label.Core core) {
        Long other = names.get(core.folded());
        if (other != null && other != n) {
            throw new SetError(
                    "alreadyExists",
                    "There is a label of this name. Names are compared without case.",
                    Map.of("existingId", ObjectId.text(Label.LETTER, other)));
        }
    }

    private void create(SetBatch.Create create) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>(create.properties());
        given.putIfAbsent(Label.NAME, null);
        Label.Core core = Label.FRESH.with(given);
        demandName(0, core);
        if (labels.size() >= MOST) {
            throw SetError.overQuota("An account has " + MOST + " labels at most.");
        }
        long n = tx.created(Label.TYPE, Facets.ALL);
        LabelRows.insert(tx.sql(), n, core);
        put(n, core);
        create.done(n, different(new Label(n, core), create.properties(), true));
    }

    /** What is not as the client sent it. */
    private static Map<String, @Nullable Object> different(
            Label label, Map<String, @Nullable Object> given, boolean whole) {
        Map<String, @Nullable Object> different = new LinkedHashMap<>();
        for (String property : LabelSource.PROPERTIES) {
            Object value = label.value(property, true);
            boolean said = given.containsKey(property);
            if (said ? !same(value, given.get(property)) : whole) {
                different.put(property, value);
            }
        }
        return different;
    }

    private static boolean same(@Nullable Object mine, @Nullable Object sent) {
        return (mine instanceof Long number && sent instanceof Number other)
                ? number.doubleValue() == other.doubleValue()
                : Objects.equals(mine, sent);
    }

    private void update(SetBatch.Update update) {
        Label.Core before = there(update.n());
        Map<String, @Nullable Object> given = settable(new Label(update.n(), before), update.patch());
        Label.Core after = before.with(given);
        demandName(update.n(), after);
        Set<String> changed = new HashSet<>();
        if (!after.equals(before)) {
            names.remove(before.folded());
            put(update.n(), after);
            LabelRows.update(tx.sql(), update.n(), after);
            tx.updated(Label.TYPE, update.n(), Facets.ALL);
            changed.addAll(given.keySet());
        }
        update.done(different(new Label(update.n(), after), given, false), changed);
    }

    /** What only the server sets may be sent as it is (RFC 8620 §5.3). */
    private static Map<String, @Nullable Object> settable(Label label, Map<String, @Nullable Object> patch) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>(patch);
        Optional<String> inside =
                patch.keySet().stream().filter(path -> path.indexOf('/') >= 0).findFirst();
        if (inside.isPresent() && !inside.get().startsWith(Label.SHARE_WITH + "/")) {
            throw new SetError("invalidPatch", "The properties of a label are changed as a whole.");
        }
        if (inside.isPresent()) {
            given.put(Label.SHARE_WITH, given.remove(inside.get()));
        }
        if (given.containsKey(Label.MY_RIGHTS)
                && Objects.equals(given.get(Label.MY_RIGHTS), label.value(Label.MY_RIGHTS, true))) {
            given.remove(Label.MY_RIGHTS);
        }
        if (Objects.equals(given.get("id"), ObjectId.text(Label.LETTER, label.n()))) {
            given.remove("id");
        }
        return given;
    }

    private void destroy(SetBatch.Destroy destroy) {
        Label.Core core = there(destroy.n());
        LabelRows.delete(tx.sql(), destroy.n());
        labels.remove(destroy.n());
        names.remove(core.folded());
        room -= removal.remove(tx, destroy.n(), room);
        tx.destroyed(Label.TYPE, destroy.n());
        destroy.done();
    }

    private Label.Core there(long n) {
        Label.Core core = labels.get(n);
        if (core == null) {
            throw SetError.notFound();
        }
        return core;
    }
}
