package svc.core.methods;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.CallContext;
import svc.api.jmap.SetError;
import svc.api.json.JsonWriter;
import svc.api.store.BackgroundTask;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.PendingChange.Create;
import svc.core.methods.PendingChange.Destroy;
import svc.core.methods.PendingChange.Update;
import svc.core.methods.StandardMethods.Services;
import svc.core.objects.ObjectObservers;
import svc.core.sharing.ShareWith;

/**
 * Executes one Foo/set (RFC 8620 §5.3). Creates run first, in batches: an object is created after the objects to whose
 * creation ids it refers. Updates and destroys run last.
 */
final class SetExecution {

    private final RegisteredType type;
    private final SetCall setCall;
    private final MethodCallContext call;
    private final ObjectObservers observers;
    private final Instant now;
    private final CreationIds creations;
    private final VisibleObjects visible;
    private final Optional<ShareChanges> shares;
    private final ReferenceValidator references;
    private final Map<String, Create> creates;
    private final Map<String, Update> updates;
    private final Map<String, Destroy> destroys;
    private boolean referencesResolved;

    /**
     * The call that requests the changes.
     *
     * @param call the method call
     * @param account the account of the call
     * @param context the call as the source sees it
     */
    record SetCall(MethodCallContext call, AccountContext account, CallContext context) {}

    SetExecution(RegisteredType type, SetCall setCall, SetArguments asked, Services services) {
        this.type = type;
        this.setCall = setCall;
        this.creates = asked.creates();
        this.updates = asked.updates();
        this.destroys = asked.destroys();
        this.call = setCall.call();
        this.observers = services.observers();
        this.visible = VisibleObjects.of(type, setCall.account());
        this.shares = type.sharing().map(sharing -> new ShareChanges(type, sharing, setCall, services.json()));
        this.now = services.clock().now();
        this.references = new ReferenceValidator(type, call.catalogue(), setCall.context(), services.json());
        this.creations = new CreationIds(type.descriptor(), call);
    }

    /** Returns which objects the caller may see. */
    VisibleObjects visible() {
        return visible;
    }

    /** Lets the source load data that is not in the database. */
    void loadExternal() {
        shares.ifPresent(changes -> {
            creates.values().forEach(changes::takeFrom);
            updates.values().forEach(changes::takeFrom);
        });
        creates.values().forEach(change -> change.resolve(creations.resolved(change.properties())));
        updates.values().forEach(change -> change.resolve(creations.resolved(change.patch())));
        ChangeBatch all = batch(
                true,
                List.copyOf(creates.values()),
                updates.values().stream().filter(change -> change.n() != 0).toList(),
                destroys.values().stream().filter(change -> change.n() != 0).toList());
        type.source().loadExternal(setCall.account().scope(), all);
    }

    /**
     * Validates the changes that can be validated now. A change that refers to an object of this call is validated
     * later, when this object is created.
     */
    void prepare(Snapshot snapshot) {
        List<Update> resolvable = updates.values().stream()
                .filter(change -> change.checkable() && change.n() != 0)
                .filter(change -> creations.unknown(change.patch()).isEmpty())
                .toList();
        resolvable.forEach(change -> change.resolve(creations.resolved(change.patch())));
        List<Destroy> known =
                destroys.values().stream().filter(change -> change.n() != 0).toList();
        ChangeBatch all =
                batch(true, ready(PendingChange::checkable), resolvable, known).unprepared();
        type.source().validate(snapshot, all);
        references.check(snapshot, all, change -> change.checkable() && change.hasInvalidProperties());
    }

    private ChangeBatch batch(boolean validating, List<Create> made, List<Update> changed, List<Destroy> destroys) {
        return new ChangeBatch(made, changed, destroys, setCall.context(), now, validating);
    }

    private List<Create> ready(Predicate<PendingChange> wanted) {
        List<Create> ready = new ArrayList<>();
        for (Create create : creates.values()) {
            if (wanted.test(create) && creations.unknown(create.properties()).isEmpty()) {
                create.resolve(creations.resolved(create.properties()));
                ready.add(create);
            }
        }
        return ready;
    }

    /** Returns a callback that resets all changes to their present state, for a transaction that runs again. */
    Runnable mark() {
        List<Runnable> resets = Stream.of(creates.values(), updates.values(), destroys.values())
                .flatMap(Collection::stream)
                .map(PendingChange::mark)
                .toList();
        Runnable ids = creations.mark();
        boolean resolved = referencesResolved;
        return () -> {
            resets.forEach(Runnable::run);
            ids.run();
            referencesResolved = resolved;
        };
    }

    /** Makes one or more portions of the changes. Returns whether changes are left for another transaction. */
    boolean apply(Transaction tx, BackgroundTask.Pace pace) {
        for (List<Create> ready = ready(PendingChange::open); !ready.isEmpty(); ready = ready(PendingChange::open)) {
            boolean left = apply(tx, batch(false, ready, List.of(), List.of()), pace);
            creates.forEach((key, create) -> create.n().ifPresent(n -> creations.created(key, id(n))));
            if (left) {
                return true;
            }
        }
        if (!referencesResolved) {
            resolveReferences();
            referencesResolved = true;
        }
        return apply(tx, batch(false, List.of(), List.copyOf(updates.values()), List.of()), pace)
                || apply(tx, batch(false, List.of(), List.of(), List.copyOf(destroys.values())), pace);
    }

    /**
     * Called when all objects are created: resolves the creation ids in updates and destroys, and rejects changes with
     * unknown ids.
     */
    private void resolveReferences() {
        creates.values().stream()
                .filter(PendingChange::open)
                .forEach(change -> rejectUnknown(change, change.properties()));
        updates.forEach((id, change) -> {
            if (change.open()) {
                change.number(known(id, change.n()));
                rejectUnknown(change, change.patch());
                change.resolve(creations.resolved(change.patch()));
            }
        });
        destroys.forEach((id, change) -> change.number(known(id, change.n())));
        rejectNotFound(updates.values().stream().filter(change -> change.n() == 0));
        rejectNotFound(destroys.values().stream().filter(change -> change.n() == 0));
        rejectRepeated();
    }

    /** Rejects a second change of an object that the client addresses once by its id and once by its creation id. */
    private void rejectRepeated() {
        Set<Long> destroyed = new HashSet<>();
        destroys.values().stream()
                .filter(change -> change.open() && !destroyed.add(change.n()))
                .forEach(change -> change.reject(SetError.notFound()));
        Set<Long> updated = new HashSet<>(destroyed);
        updates.values().stream()
                .filter(change -> change.open() && !updated.add(change.n()))
                .forEach(change -> change.reject(
                        destroyed.contains(change.n())
                                ? new SetError("willDestroy", null)
                                : new SetError("invalidPatch", "Another member of update changes the same object.")));
    }

    private long known(String id, long n) {
        if (n != 0 || !id.startsWith("#")) {
            return n;
        }
        return creations
                .id(id.substring(1))
                .map(found ->
                        ObjectId.parse(type.descriptor().idPrefix(), found).orElse(0))
                .orElse(0L);
    }

    private static void rejectNotFound(Stream<? extends PendingChange> notFound) {
        notFound.filter(PendingChange::open).forEach(change -> change.reject(SetError.notFound()));
    }

    private void rejectUnknown(PendingChange change, Map<String, @Nullable Object> properties) {
        List<String> unknown = creations.unknown(properties);
        if (!unknown.isEmpty()) {
            change.reject(SetError.invalidProperties(unknown, "A creation id refers to no created object."));
        }
    }

    private boolean apply(Transaction tx, ChangeBatch batch, BackgroundTask.Pace pace) {
        if (batch.isEmpty()) {
            return false;
        }
        ChangeBatch unprepared = batch.unprepared();
        if (!unprepared.isEmpty()) {
            type.source().validate(tx, unprepared);
        }
        references.check(tx, batch, PendingChange::open);
        rejectInvisible(tx, batch);
        shares.ifPresent(changes -> changes.check(tx, batch));
        if (batch.all().noneMatch(PendingChange::open)) {
            return false;
        }
        Set<Update> open = batch.changed().stream()
                .filter(PendingChange::open)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        ObjectObservers.Notes notes = notes(tx, open);
        Set<PendingChange> before = batch.all().filter(PendingChange::open).collect(Collectors.toSet());
        boolean left = type.source().applySome(tx, batch, pace);
        before.removeIf(change -> !change.made());
        shares.ifPresent(changes -> changes.apply(tx, before));
        if (!left && batch.all().anyMatch(PendingChange::open)) {
            throw new IllegalStateException(type.name() + ": a change was neither applied nor rejected");
        }
        Map<Long, Set<String>> different = new LinkedHashMap<>();
        open.stream().filter(PendingChange::made).forEach(change -> {
            Set<String> names = new LinkedHashSet<>(change.different());
            shares.filter(changes -> changes.isChanged(change)).ifPresent(changes -> names.add(ShareWith.PROPERTY));
            if (!names.isEmpty()) {
                different.put(change.n(), names);
            }
        });
        notes.updated(different);
        return left;
    }

    /** Rejects changes of objects that have become invisible since the beginning of the call. */
    private void rejectInvisible(Transaction tx, ChangeBatch batch) {
        if (visible.isAll()) {
            return;
        }
        Map<PendingChange, Long> numbers = new LinkedHashMap<>();
        batch.changed().forEach(change -> numbers.put(change, change.n()));
        batch.ended().forEach(change -> numbers.put(change, change.n()));
        Set<Long> seen = Set.copyOf(visible.among(tx, numbers.values()));
        numbers.forEach((change, n) -> {
            if (change.open() && !seen.contains(n)) {
                change.reject(SetError.notFound());
            }
        });
    }

    private ObjectObservers.Notes notes(Transaction tx, Set<Update> open) {
        List<Long> numbers = open.stream().map(Update::n).toList();
        return numbers.isEmpty() ? ObjectObservers.Notes.NONE : observers.notes(tx, type.descriptor(), numbers);
    }

    /** Registers the new ids for later calls of the request. */
    void publish() {
        creates.forEach((key, create) -> create.n().ifPresent(n -> call.putCreatedId(key, id(n))));
    }

    /** Returns the values that the source attached to the changes that were made. */
    Map<String, Object> attachments() {
        Map<String, Object> attachments = new LinkedHashMap<>();
        creates.forEach((key, change) -> addAttachment(attachments, "#" + key, change));
        updates.forEach((id, change) -> addAttachment(attachments, id, change));
        destroys.forEach((id, change) -> addAttachment(attachments, id, change));
        return attachments;
    }

    private static void addAttachment(Map<String, Object> attachments, String id, PendingChange change) {
        change.attachment().filter(found -> change.made()).ifPresent(found -> attachments.put(id, found));
    }

    String id(long n) {
        return ObjectId.format(type.descriptor().idPrefix(), n);
    }

    void writeTo(JsonWriter out) {
        SetResponseWriter answer = new SetResponseWriter(out);
        answer.created(creates, this::id);
        answer.updated(updates, this::id);
        answer.destroyed(destroys, this::id);
        answer.refused("notCreated", creates);
        answer.refused("notUpdated", updates);
        answer.refused("notDestroyed", destroys);
    }
}
