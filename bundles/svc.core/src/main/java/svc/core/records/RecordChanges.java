package svc.core.records;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.SetBatch.Change;
import svc.api.jmap.type.SetBatch.Create;
import svc.api.jmap.type.SetBatch.Destroy;
import svc.api.jmap.type.SetBatch.Update;
import svc.api.store.BackgroundTask;
import svc.api.store.Transaction;
import svc.core.records.RecordValidator.Valid;

/** Makes the changes of a {@code /set} in one transaction. Not thread-safe. */
final class RecordChanges<T extends Record> {

    /** The number of changes in the generic table that are made between two checks of the time. */
    private static final int PORTION = 25;

    private final RecordModel<T> model;
    private final RecordValidator<T> validator;
    private final Transaction tx;
    private final SetBatch batch;
    private final RecordWrites<T> writes;
    private int room = -1;

    RecordChanges(
            RecordModel<T> model, RecordValidator<T> validator, RecordBlobs blobs, Transaction tx, SetBatch batch) {
        this.model = model;
        this.validator = validator;
        this.tx = tx;
        this.batch = batch;
        this.writes = new RecordWrites<>(model, tx, blobs);
    }

    /**
     * Makes changes while the pace allows. A change that is rejected is tried again after the others, as long as others
     * are made.
     *
     * @return whether changes are left
     */
    boolean apply(BackgroundTask.Pace pace) {
        int portion = model.storage().isPresent() || model.rules().isPresent() ? 1 : PORTION;
        List<Change> open = new ArrayList<>(batch.creates());
        open.addAll(batch.updates());
        open.addAll(batch.destroys());
        Map<Change, SetError> rejected = new LinkedHashMap<>();
        boolean made = false;
        boolean again;
        do {
            rejected.clear();
            int before = open.size();
            for (int i = 0; i < before; i += portion) {
                if (made && !pace.mayContinue()) {
                    return true;
                }
                made |= make(open.subList(i, Math.min(i + portion, before)), rejected);
            }
            again = !rejected.isEmpty() && rejected.size() < before;
            open = List.copyOf(rejected.keySet());
        } while (again);
        rejected.forEach(Change::reject);
        return false;
    }

    private boolean make(List<Change> portion, Map<Change, SetError> rejected) {
        List<Long> numbers = new ArrayList<>();
        portion.forEach(change -> {
            if (change instanceof Update update) {
                numbers.add(update.n());
            } else if (change instanceof Destroy destroy) {
                numbers.add(destroy.n());
            }
        });
        Map<Long, RecordVersion<T>> stored = numbers.isEmpty() ? Map.of() : model.load(tx, numbers);
        int before = rejected.size();
        for (Change change : portion) {
            try {
                make(change, stored);
            } catch (SetError e) {
                rejected.put(change, e);
            }
        }
        writes.flush();
        return rejected.size() - before < portion.size();
    }

    private void make(Change change, Map<Long, RecordVersion<T>> stored) {
        if (change instanceof Create create) {
            create(create);
        } else if (change instanceof Update update) {
            update(update, found(stored, update.n()));
        } else if (change instanceof Destroy destroy) {
            destroy(destroy, found(stored, destroy.n()));
        }
    }

    private RecordVersion<T> found(Map<Long, RecordVersion<T>> stored, long n) {
        RecordVersion<T> object = stored.get(n);
        if (object == null) {
            throw SetError.notFound();
        }
        return object;
    }

    private void create(Create create) {
        refuseTooMany();
        Valid<T> valid = validator.checked(tx, batch, attached(create));
        RecordVersion<T> after = Objects.requireNonNull(valid.after());
        long n = writes.create(after);
        room--;
        RecordVersion<T> visible =
                model.visible(tx, batch.context(), Map.of(n, after)).getOrDefault(n, after);
        create.created(n, difference(valid.sent(), visible.values()));
    }

    private void refuseTooMany() {
        int most = model.type().maxObjects();
        if (most == Integer.MAX_VALUE) {
            return;
        }
        if (room < 0) {
            room = most - model.numbers(tx, 0, most).size();
        }
        if (room <= 0) {
            throw SetError.overQuota(
                    "An account can have at most " + most + " objects of the type " + model.name() + ".");
        }
    }

    private void update(Update update, RecordVersion<T> before) {
        Valid<T> valid = update.attachment().isPresent() && attached(update).isBasedOn(before)
                ? attached(update)
                : validator.update(tx, batch, update.n(), before, update.patch());
        Set<String> differing = valid.differing();
        if (!differing.isEmpty()) {
            valid = validator.checked(tx, batch, valid);
            differing = valid.differing();
            writes.update(update.n(), before, Objects.requireNonNull(valid.after()));
        }
        update.updated(
                difference(valid.sent(), Objects.requireNonNull(valid.after()).values()), differing);
    }

    private void destroy(Destroy destroy, RecordVersion<T> before) {
        if (destroy.attachment().isEmpty() || !attached(destroy).isBasedOn(before)) {
            destroy.attach(validator.destroy(tx, batch, destroy.n(), before));
        }
        validator.checked(tx, batch, attached(destroy));
        writes.destroy(destroy.n(), before);
        destroy.destroyed();
    }

    @SuppressWarnings("unchecked") // attached by RecordSource.validate
    private Valid<T> attached(Change change) {
        return (Valid<T>) change.attachment().orElseThrow();
    }

    /** Returns the properties that differ from what the client sent. */
    private static Map<String, @Nullable Object> difference(
            Map<String, @Nullable Object> sent, Map<String, @Nullable Object> completed) {
        Map<String, @Nullable Object> difference = new LinkedHashMap<>();
        completed.forEach((name, value) -> {
            if (!sent.containsKey(name) || !equal(sent.get(name), value)) {
                difference.put(name, value);
            }
        });
        return difference;
    }

    private static boolean equal(@Nullable Object sent, @Nullable Object value) {
        return (sent instanceof Number number && value instanceof Number other)
                ? number.doubleValue() == other.doubleValue()
                : Objects.equals(sent, value);
    }
}
