package svc.cap.v2.streaming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.observe.ObjectReader.TypeReader;
import svc.api.jmap.observe.ReadableTypes.ReadableAccount;
import svc.api.store.Changes.Updated;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.cap.v2.streaming.PatchDecision.Last;
import svc.cap.v2.streaming.PatchDecision.Patch;
import svc.cap.v2.streaming.StreamEvent.Subject;

/** Builds the events of one portion, with the values of one snapshot. */
final class PatchEventBuilder {

    private final Snapshot snapshot;
    private final ReadableAccount own;
    private final ObjectReader views;
    private final Caller caller;
    private final PatchDecision decision;
    private final List<StreamEvent> events = new ArrayList<>();
    private final Set<String> fetch = new TreeSet<>();

    PatchEventBuilder(
            Snapshot snapshot, ReadableAccount own, ObjectReader views, Caller caller, PatchDecision decision) {
        this.snapshot = snapshot;
        this.own = own;
        this.views = views;
        this.caller = caller;
        this.decision = decision;
    }

    /** Returns the events; the event with the types to fetch again comes first. */
    List<StreamEvent> events() {
        List<StreamEvent> all = new ArrayList<>();
        if (!fetch.isEmpty()) {
            all.add(StreamEvent.resync(own.accountId(), fetch));
        }
        all.addAll(events);
        return all;
    }

    /** Requests that the client fetches a type again. */
    void fetch(String type) {
        fetch.add(type);
    }

    /** Adds the events of a type's changes. */
    void changed(ChangesPager.Part part) {
        Set<Long> live = new LinkedHashSet<>(part.changes().created());
        part.changes().updated().stream().map(Updated::n).forEach(live::add);
        of(part.type()).ifPresent(type -> {
            // For an object that was destroyed in the meantime, an event follows with the destruction.
            type.write(live, snapshot.lastChanges(type.name, live));
            part.changes().destroyed().forEach(type::destroyed);
        });
    }

    /**
     * Adds events for destroyed objects that the stream never sent, because the change log does not contain these
     * objects.
     */
    void removedUnseen(Map<String, Set<Long>> created) {
        created.forEach((name, numbers) -> {
            Set<Long> destroyed = new HashSet<>(numbers);
            destroyed.removeAll(snapshot.lastChanges(name, numbers).keySet());
            of(name).ifPresent(type -> destroyed.forEach(type::destroyed));
        });
    }

    private Optional<OfType> of(String type) {
        Optional<TypeReader> view = views.of(caller, type);
        if (view.isEmpty()) {
            fetch.add(type);
        }
        return view.map(seen -> new OfType(type, seen));
    }

    /** The objects of one type. */
    private final class OfType {
        private final String name;
        private final TypeReader view;
        private final State now;

        OfType(String name, TypeReader view) {
            this.name = name;
            this.view = view;
            this.now = snapshot.state(name);
        }

        private Subject subject(long n) {
            return new Subject(own.accountId(), name, ObjectId.format(view.idPrefix(), n));
        }

        void destroyed(long n) {
            events.add(StreamEvent.gone(subject(n), now.toString()));
        }

        void write(Set<Long> numbers, Map<Long, Long> last) {
            Map<Long, Patch> patch = new HashMap<>();
            Set<String> properties = new HashSet<>();
            lastSent(last)
                    .forEach((n, changed) -> decision.of(new ObjectKey(name, n), changed, view)
                            .ifPresent(one -> {
                                patch.put(n, one);
                                properties.addAll(one.properties(view));
                            }));
            if (!patch.isEmpty()) {
                Map<Long, Map<String, @Nullable Object>> values = view.read(snapshot, patch.keySet(), properties);
                numbers.stream()
                        .filter(patch::containsKey)
                        .forEach(n -> write(n, Objects.requireNonNull(patch.get(n)), values.get(n)));
            }
        }

        private Map<Long, Last> lastSent(Map<Long, Long> any) {
            Map<Integer, Map<Long, Long>> told = new HashMap<>();
            view.facetProperties().keySet().forEach(facet -> told.put(facet, last(any, Facets.of(facet))));
            Map<Long, Long> unsent =
                    view.unnamedFacets().map(facets -> last(any, facets)).orElse(Map.of());
            Map<Long, Last> lasts = new LinkedHashMap<>();
            any.forEach((n, changed) -> {
                Map<Integer, Long> facets = new HashMap<>();
                told.forEach((facet, changes) -> facets.put(facet, changes.getOrDefault(n, 0L)));
                lasts.put(n, new Last(new State(now.epoch(), changed), unsent.getOrDefault(n, 0L), facets));
            });
            return lasts;
        }

        private Map<Long, Long> last(Map<Long, Long> any, Facets facets) {
            return facets.equals(Facets.ALL) ? any : snapshot.lastChanges(name, any.keySet(), facets);
        }

        private void write(long n, Patch patch, @Nullable Map<String, @Nullable Object> values) {
            if (values == null) {
                fetch.add(name); // the bundle of the type is stopping
                return;
            }
            CachedVersion version = patch.held();
            if (version == null) {
                events.add(StreamEvent.value(subject(n), now.toString(), values));
            } else {
                events.add(
                        StreamEvent.patch(subject(n), version.state().toString(), now.toString(), patch.patch(values)));
            }
            decision.recordSent(new ObjectKey(name, n), now);
        }
    }
}
