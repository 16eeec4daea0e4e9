package svc.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.core.DerivedMethods.Ground;

/**
 * What becomes of each change that a {@code /set} asks for. A create that refers to another one of the call comes after
 * it, wave by wave; updates and destroys come last.
 */
final class SetWork {

    private final KnownType type;
    private final Asker asker;
    private final RunningCall call;
    private final Witnesses witnesses;
    private final Instant now;
    private final Creations creations;
    private final ForeignIds foreign;
    private final Map<String, PendingChange.Create> creates;
    private final Map<String, PendingChange.Update> updates;
    private final Map<String, PendingChange.Destroy> destroys;

    /**
     * Who asks.
     *
     * @param call the call
     * @param sight the account as the call sees it
     * @param more the arguments that only this type has
     */
    record Asker(RunningCall call, Sight sight, Map<String, @Nullable Object> more) {}

    SetWork(KnownType type, Asker asker, AskedChanges asked, Ground ground) {
        this.type = type;
        this.asker = asker;
        this.creates = asked.creates();
        this.updates = asked.updates();
        this.destroys = asked.destroys();
        this.call = asker.call();
        this.witnesses = ground.witnesses();
        this.now = ground.clock().now();
        this.foreign = new ForeignIds(type, call, asker.sight(), ground.json());
        this.creations = new Creations(type.shape(), call);
    }

    /** Lets the source gather what does not lie in the database. */
    void gather() {
        creates.values().forEach(change -> change.resolve(creations.resolved(change.properties())));
        updates.values().forEach(change -> change.resolve(creations.resolved(change.patch())));
        Wave all = wave(
                List.copyOf(creates.values()),
                updates.values().stream().filter(change -> change.n() != 0).toList(),
                destroys.values().stream().filter(change -> change.n() != 0).toList());
        type.source().gather(asker.sight().scope(), all);
    }

    /** Prepares what does not depend on objects that are still to be made. */
    void prepare(Snapshot snapshot) {
        List<PendingChange.Update> settled = updates.values().stream()
                .filter(change -> change.open() && change.n() != 0)
                .filter(change -> creations.unknown(change.patch()).isEmpty())
                .toList();
        settled.forEach(change -> change.resolve(creations.resolved(change.patch())));
        List<PendingChange.Destroy> known =
                destroys.values().stream().filter(change -> change.n() != 0).toList();
        type.source().prepare(snapshot, wave(ready(), settled, known).unprepared());
    }

    private Wave wave(
            List<PendingChange.Create> made, List<PendingChange.Update> changed, List<PendingChange.Destroy> ended) {
        return new Wave(made, changed, ended, asker, now);
    }

    private List<PendingChange.Create> ready() {
        List<PendingChange.Create> ready = new ArrayList<>();
        for (PendingChange.Create create : creates.values()) {
            if (create.open() && creations.unknown(create.properties()).isEmpty()) {
                create.resolve(creations.resolved(create.properties()));
                ready.add(create);
            }
        }
        return ready;
    }

    void apply(Transaction tx) {
        for (List<PendingChange.Create> ready = ready(); !ready.isEmpty(); ready = ready()) {
            apply(tx, wave(ready, List.of(), List.of()));
            creates.forEach((key, create) -> create.n().ifPresent(n -> creations.born(key, id(n))));
        }
        creates.values().stream()
                .filter(PendingChange::open)
                .forEach(change -> refuseUnknown(change, change.properties()));
        updates.forEach((id, change) -> {
            if (change.open()) {
                change.number(known(id, change.n()));
                refuseUnknown(change, change.patch());
                change.resolve(creations.resolved(change.patch()));
            }
        });
        List<PendingChange.Destroy> ends = new ArrayList<>();
        destroys.forEach((id, change) -> {
            long n = known(id, change.n());
            ends.add(change);
            change.number(n);
        });
        refuseLost(updates.values().stream().filter(change -> change.n() == 0));
        refuseLost(destroys.values().stream().filter(change -> change.n() == 0));
        refuseRepeated();
        apply(tx, wave(List.of(), List.copyOf(updates.values()), ends));
    }

    /** Two ids of one object: its own, and the creation id that it was given in this call. */
    private void refuseRepeated() {
        Set<Long> ending = new HashSet<>();
        destroys.values().stream()
                .filter(change -> change.open() && !ending.add(change.n()))
                .forEach(change -> change.refuse(SetError.notFound()));
        Set<Long> changing = new HashSet<>(ending);
        updates.values().stream()
                .filter(change -> change.open() && !changing.add(change.n()))
                .forEach(change -> change.refuse(
                        ending.contains(change.n())
                                ? new SetError("willDestroy", null)
                                : new SetError("invalidPatch", "Another member of update changes the same object.")));
    }

    private long known(String id, long n) {
        if (n != 0 || !id.startsWith("#")) {
            return n;
        }
        return creations
                .id(id.substring(1))
                .map(found -> ObjectId.number(type.shape().letter(), found).orElse(0))
                .orElse(0L);
    }

    private static void refuseLost(Stream<? extends PendingChange> lost) {
        lost.filter(PendingChange::open).forEach(change -> change.refuse(SetError.notFound()));
    }

    private void refuseUnknown(PendingChange change, Map<String, @Nullable Object> properties) {
        List<String> unknown = creations.unknown(properties);
        if (!unknown.isEmpty()) {
            change.refuse(SetError.invalidProperties(unknown, "A creation id stands for nothing that was created."));
        }
    }

    private void apply(Transaction tx, Wave wave) {
        Wave unprepared = wave.unprepared();
        if (unprepared.all().findAny().isPresent()) {
            type.source().prepare(tx, unprepared);
        }
        foreign.check(tx, wave);
        if (wave.all().noneMatch(PendingChange::open)) {
            return;
        }
        Witnesses.Notes notes = notes(tx, wave);
        type.source().apply(tx, wave);
        if (wave.all().anyMatch(PendingChange::open)) {
            throw new IllegalStateException(type.name() + ": a change was neither made nor refused");
        }
        Map<Long, Set<String>> different = new LinkedHashMap<>();
        wave.changed().stream()
                .filter(change -> change.made() && !change.different().isEmpty())
                .forEach(change -> different.put(change.n(), change.different()));
        notes.updated(different);
    }

    private Witnesses.Notes notes(Transaction tx, Wave wave) {
        List<Long> numbers = wave.changed().stream()
                .filter(PendingChange::open)
                .map(PendingChange.Update::n)
                .toList();
        return numbers.isEmpty() ? Witnesses.Notes.NOBODY : witnesses.notes(tx, type.name(), numbers);
    }

    /** Tells the calls that follow what was created. */
    void publish() {
        creates.forEach((key, create) -> create.n().ifPresent(n -> call.created(key, id(n))));
    }

    /** What the source kept of the changes that were made. */
    Map<String, Object> kept() {
        Map<String, Object> kept = new LinkedHashMap<>();
        creates.forEach((key, change) -> keep(kept, "#" + key, change));
        updates.forEach((id, change) -> keep(kept, id, change));
        destroys.forEach((id, change) -> keep(kept, id, change));
        return kept;
    }

    private static void keep(Map<String, Object> kept, String id, PendingChange change) {
        change.kept().filter(found -> change.made()).ifPresent(found -> kept.put(id, found));
    }

    String id(long n) {
        return ObjectId.text(type.shape().letter(), n);
    }

    void writeTo(JsonSink out) {
        SetAnswer answer = new SetAnswer(out);
        answer.created(creates, this::id);
        answer.updated(updates, this::id);
        answer.destroyed(destroys, this::id);
        answer.refused("notCreated", creates);
        answer.refused("notUpdated", updates);
        answer.refused("notDestroyed", destroys);
    }
}
