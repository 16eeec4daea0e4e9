package svc.cap.mail.label;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.cap.mail.capability.DependentChanges;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.mailbox.MailboxValidation;

/** Applies one {@code Label/set} (RFC 8620 §5.3). Not thread-safe. */
final class LabelSet {

    private final Transaction tx;
    private final SetBatch batch;
    private final LabelRemoval removal;
    private final Map<Long, Label.Properties> labels = new HashMap<>();
    private final Map<String, Long> names = new HashMap<>();
    private int limit = LabelRemoval.AT_ONCE;

    LabelSet(Transaction tx, SetBatch batch, LabelRemoval removal) {
        this.tx = tx;
        this.batch = batch;
        this.removal = removal;
        LabelRows.all(tx.sql()).forEach(label -> put(label.n(), label.core()));
    }

    void execute() {
        DependentChanges.applyAll(batch.creates(), this::create);
        DependentChanges.applyAll(batch.updates(), this::update);
        DependentChanges.applyAll(batch.destroys(), this::destroy);
    }

    private void put(long n, Label.Properties core) {
        labels.put(n, core);
        names.put(core.folded(), n);
    }

    /** Rejects a name that another label has, also if only the case differs. */
    private void checkName(long n, Label.Properties core) {
        Long other = names.get(core.folded());
        if (other != null && other != n) {
            throw new SetError(
                    "alreadyExists",
                    "A label with this name already exists. Names are not case-sensitive.",
                    Map.of("existingId", ObjectId.format(Label.LETTER, other)));
        }
    }

    private void create(SetBatch.Create create) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>(create.properties());
        given.putIfAbsent(Label.NAME, null);
        Label.Properties core = Label.FRESH.with(given);
        checkName(0, core);
        if (labels.size() >= LabelsCapability.MAX_LABELS) {
            throw SetError.overQuota("An account can have at most " + LabelsCapability.MAX_LABELS + " labels.");
        }
        long n = tx.logCreated(Label.TYPE, Facets.ALL);
        LabelRows.insert(tx.sql(), n, core);
        put(n, core);
        create.created(n, different(new Label(n, core), create.properties(), true));
    }

    /** Returns the properties that differ from what the client sent. */
    private static Map<String, @Nullable Object> different(
            Label label, Map<String, @Nullable Object> given, boolean complete) {
        Map<String, @Nullable Object> different = new LinkedHashMap<>();
        for (String property : LabelSource.PROPERTIES) {
            Object value = label.value(property, true);
            boolean said = given.containsKey(property);
            if (said ? !MailboxValidation.isSame(value, given.get(property)) : complete) {
                different.put(property, value);
            }
        }
        return different;
    }

    private void update(SetBatch.Update update) {
        Label.Properties before = existing(update.n());
        Map<String, @Nullable Object> given = settable(new Label(update.n(), before), PatchObject.of(update.patch()));
        Label.Properties after = before.with(given);
        checkName(update.n(), after);
        Set<String> changed = new HashSet<>();
        if (!after.equals(before)) {
            names.remove(before.folded());
            put(update.n(), after);
            LabelRows.update(tx.sql(), update.n(), after);
            tx.logUpdated(Label.TYPE, update.n(), Facets.ALL);
            changed.addAll(given.keySet());
        }
        update.updated(different(new Label(update.n(), after), given, false), changed);
    }

    /**
     * Returns the patch without the server-set properties that have their current value, because a client may send them
     * (RFC 8620 §5.3). Other server-set properties are rejected when the patch is applied.
     */
    private static Map<String, @Nullable Object> settable(Label label, PatchObject patch) {
        Map<String, @Nullable Object> given = patch.whole();
        if (given.containsKey(Label.MY_RIGHTS)
                && Objects.equals(given.get(Label.MY_RIGHTS), label.value(Label.MY_RIGHTS, true))) {
            given.remove(Label.MY_RIGHTS);
        }
        if (Objects.equals(given.get("id"), ObjectId.format(Label.LETTER, label.n()))) {
            given.remove("id");
        }
        return given;
    }

    private void destroy(SetBatch.Destroy destroy) {
        Label.Properties core = existing(destroy.n());
        LabelRows.delete(tx.sql(), destroy.n());
        labels.remove(destroy.n());
        names.remove(core.folded());
        limit -= removal.remove(tx, destroy.n(), limit);
        tx.logDestroyed(Label.TYPE, destroy.n());
        destroy.destroyed();
    }

    private Label.Properties existing(long n) {
        Label.Properties core = labels.get(n);
        if (core == null) {
            throw SetError.notFound();
        }
        return core;
    }
}
