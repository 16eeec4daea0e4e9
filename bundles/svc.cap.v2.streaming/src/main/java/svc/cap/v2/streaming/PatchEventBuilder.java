package svc.cap.v2.streaming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.jmap.Sights.Seen;
import svc.api.jmap.Views;
import svc.api.jmap.Views.View;
import svc.api.store.Changes.Updated;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.State;

/** Makes the events of one portion, with the values of one snapshot. */
final class Writer {

    private final Snapshot snapshot;
    private final Seen own;
    private final Views views;
    private final Caller caller;
    private final Verdicts verdicts;
    private final List<Told> events = new ArrayList<>();
    private final Set<String> fetch = new TreeSet<>();

    Writer(Snapshot snapshot, Seen own, Views views, Caller caller, Verdicts verdicts) {
        this.snapshot = snapshot;
        this.own = own;
        this.views = views;
        this.caller = caller;
        this.verdicts = verdicts;
    }

    /** The events; what is to be fetched anew comes first. */
    List<Told> events() {
        List<Told> all = new ArrayList<>();
        if (!fetch.isEmpty()) {
            all.add(Told.resync(own.accountId(), fetch));
        }
        all.addAll(events);
        return all;
    }

    /** The client fetches a type anew. */
    void fetch(String type) {
        fetch.add(type);
    }

    /** What became of a type's objects. */
    void changed(Walk.Part part) {
        Set<Long> living = new LinkedHashSet<>(part.changes().created());
        part.changes().updated().stream().map(Updated::n).forEach(living::add);
        of(part.type()).ifPresent(type -> {
            // What has died since is told when its turn comes.
            type.tell(living, snapshot.lastChanges(type.name, living));
            part.changes().destroyed().forEach(type::gone);
        });
    }

    /** Of these, which were born after what the client was told, those that live no more: the log does not mention them. */
    void ghosts(Map<String, Set<Long>> born) {
        born.forEach((name, numbers) -> {
            Set<Long> dead = new HashSet<>(numbers);
            dead.removeAll(snapshot.lastChanges(name, numbers).keySet());
            of(name).ifPresent(type -> dead.forEach(type::gone));
        });
    }

    private Optional<OfType> of(String type) {
        Optional<View> view = views.of(caller, type);
        if (view.isEmpty()) {
            fetch.add(type);
        }
        return view.map(seen -> new OfType(type, seen));
    }

    /** The objects of one type. */
    private final class OfType {
        private final String name;
        private final View view;
        private final State now;

        OfType(String name, View view) {
            this.name = name;
            this.view = view;
            this.now = snapshot.state(name);
        }

        private Told.Subject subject(long n) {
            return new Told.Subject(own.accountId(), name, ObjectId.text(view.letter(), n));
        }

        void gone(long n) {
            events.add(Told.gone(subject(n), now.toString()));
        }

        void tell(Set<Long> numbers, Map<Long, Long> last) {
            Map<Long, Verdicts.Owed> owed = new HashMap<>();
            Set<String> properties = new HashSet<>();
            last.forEach((n, changed) -> verdicts.of(new Thing(name, n), new State(now.epoch(), changed), view)
                    .ifPresent(one -> {
                        owed.put(n, one);
                        properties.addAll(one.properties(view));
                    }));
            if (!owed.isEmpty()) {
                Map<Long, Map<String, @Nullable Object>> values = view.read(snapshot, owed.keySet(), properties);
                numbers.stream()
                        .filter(owed::containsKey)
                        .forEach(n -> tell(n, Objects.requireNonNull(owed.get(n)), values.get(n)));
            }
        }

        private void tell(long n, Verdicts.Owed owed, @Nullable Map<String, @Nullable Object> values) {
            if (values == null) {
                fetch.add(name); // its bundle is just going
                return;
            }
            Held held = owed.held();
            if (held == null) {
                events.add(Told.value(subject(n), now.toString(), values));
            } else {
                events.add(Told.patch(subject(n), held.state().toString(), now.toString(), owed.patch(values)));
            }
            verdicts.give(new Thing(name, n), now);
        }
    }
}
