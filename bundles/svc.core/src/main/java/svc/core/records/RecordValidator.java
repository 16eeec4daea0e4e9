package svc.core.records;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.core.objects.ObjectObservers;

/** Validates the creates, updates and destroys of objects by the rules of their type. */
final class RecordValidator<T extends Record> {

    private final RecordModel<T> model;
    private final RecordCodec<T> codec;
    private final RecordBlobs blobs;

    RecordValidator(RecordModel<T> model, RecordBlobs blobs) {
        this.model = model;
        this.codec = model.codec();
        this.blobs = blobs;
    }

    /**
     * A valid change.
     *
     * @param n the number of the object; 0 if it is created
     * @param before the object before the change, on which the validation is based; null if it is created
     * @param after the object after the change; null if it is destroyed
     * @param sent the properties as the client expects them
     */
    record Valid<T extends Record>(
            long n,
            @Nullable RecordVersion<T> before,
            @Nullable RecordVersion<T> after,
            Map<String, @Nullable Object> sent) {

        /** Returns whether the validation is based on this version of the object. */
        boolean isBasedOn(RecordVersion<T> current) {
            return before != null && before.isSame(current);
        }

        /** Returns the names of the changed properties. */
        Set<String> differing() {
            return before == null || after == null
                    ? Set.of()
                    : ObjectObservers.difference(before.values(), after.values());
        }
    }

    Valid<T> create(Snapshot snapshot, SetBatch batch, Map<String, @Nullable Object> given) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        codec.properties().forEach((name, property) -> {
            Object value = given.get(name);
            object.put(name, value == null ? property.standardValue() : value);
        });
        PropertyErrors errors = new PropertyErrors();
        codec.check(object, given.keySet(), errors);
        return validated(snapshot, batch, new Valid<>(0, null, version(object), given), errors);
    }

    private RecordVersion<T> version(Map<String, @Nullable Object> values) {
        return RecordVersion.of(codec, codec.canonical(values));
    }

    Valid<T> update(
            Snapshot snapshot, SetBatch batch, long n, RecordVersion<T> before, Map<String, @Nullable Object> given) {
        PatchObject patch = PatchObject.of(given);
        Map<String, @Nullable Object> wanted = patch.applyTo(before.values(), this::orDefault);
        PropertyErrors errors = new PropertyErrors();
        codec.check(
                wanted,
                patch.changes().stream().map(PatchObject.Change::property).collect(Collectors.toSet()),
                errors);
        return validated(snapshot, batch, new Valid<>(n, before, version(wanted), wanted), errors);
    }

    private @Nullable Object orDefault(String name, @Nullable Object value) {
        return value == null
                ? Objects.requireNonNull(codec.properties().get(name)).standardValue()
                : value;
    }

    Valid<T> destroy(Snapshot snapshot, SetBatch batch, long n, RecordVersion<T> before) {
        Valid<T> change = new Valid<>(n, before, null, Map.of());
        RecordEdit<T> edit = edit(change, null, snapshot, batch);
        model.type().validate(edit);
        edit.errors().throwIfAny();
        return change;
    }

    private Valid<T> validated(Snapshot snapshot, SetBatch batch, Valid<T> change, PropertyErrors errors) {
        Optional<T> object = codec.record(Objects.requireNonNull(change.after()).values(), errors);
        if (object.isEmpty()) {
            errors.throwIfAny();
        }
        RecordEdit<T> edit = edit(change, object.orElseThrow(), snapshot, batch);
        try {
            model.type().validate(edit);
        } catch (SetError e) {
            errors.add(e);
        }
        edit.errors().error().ifPresent(errors::add);
        Valid<T> completed = completed(change, object.get(), edit);
        RecordVersion<T> after = Objects.requireNonNull(completed.after());
        blobs.check(snapshot, model, batch.context(), change.before(), after, errors);
        errors.throwIfAny();
        return completed;
    }

    /** Applies the rules that depend on other data, and returns the change as they complete it. */
    Valid<T> checked(Transaction tx, SetBatch batch, Valid<T> change) {
        RecordVersion<T> after = change.after();
        if (after != null) {
            PropertyErrors errors = new PropertyErrors();
            blobs.check(tx, model, batch.context(), change.before(), after, errors);
            errors.throwIfAny();
        }
        if (model.rules().isEmpty()) {
            return change;
        }
        RecordEdit<T> edit = edit(change, after == null ? null : after.object(), tx, batch);
        model.rules().get().check(tx, edit);
        edit.errors().throwIfAny();
        return after == null ? change : completed(change, after.object(), edit);
    }

    private RecordEdit<T> edit(Valid<T> change, @Nullable T after, Snapshot snapshot, SetBatch batch) {
        RecordVersion<T> before = change.before();
        return new RecordEdit<>(change.n(), before == null ? null : before.object(), after, snapshot, batch);
    }

    /** Returns the change with what the rules of the type set. */
    private Valid<T> completed(Valid<T> change, T wanted, RecordEdit<T> edit) {
        T after = edit.after();
        return after == null || (after.equals(wanted) && model.storage().isEmpty())
                ? change
                : new Valid<>(change.n(), change.before(), RecordVersion.of(codec, after), change.sent());
    }
}
