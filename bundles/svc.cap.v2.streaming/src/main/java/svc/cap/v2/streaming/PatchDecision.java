package svc.cap.v2.streaming;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Views.View;
import svc.api.store.State;

/**
 * What a client is owed of an object that changed, by what it was last given of it. A stream told everything up to its place, so a
 * client that holds an object lacks at most what changed after that place, or after it was given the object where that was
 * earlier. What changed is told whether the client was ever served that property or not: it may hold it from a time of which this
 * server knows nothing.
 *
 * @param session what the client holds
 * @param journal in what objects differ from what they were
 * @param stream the number of the stream
 * @param told everything up to here was told by this stream, or by the one that it goes on for
 */
record Verdicts(DeviceSession session, Journal journal, long stream, State told) {

    /**
     * What is owed.
     *
     * @param names properties and pointers into them; empty for the whole object
     * @param held what the client was last given; null where the whole object is owed
     */
    record Owed(Optional<Set<String>> names, @Nullable Held held) {

        private static Owed whole() {
            return new Owed(Optional.empty(), null);
        }

        /** The properties to read. */
        Set<String> properties(View view) {
            Set<String> heads = new HashSet<>();
            names.ifPresentOrElse(some -> some.forEach(name -> heads.add(head(name))), () -> {
                heads.addAll(view.own());
                heads.addAll(view.computed());
            });
            return heads;
        }

        /** The patch (RFC 8620 §5.3) that makes of what the client holds what is there now. */
        Map<String, @Nullable Object> patch(Map<String, @Nullable Object> now) {
            Map<String, @Nullable Object> patch = new LinkedHashMap<>();
            Set<String> some = names.orElse(Set.of());
            for (String name : new TreeSet<>(some)) {
                String head = head(name);
                if (name.equals(head)) {
                    if (now.containsKey(name)) {
                        patch.put(name, now.get(name));
                    }
                } else if (!some.contains(head) && !patch.containsKey(head)) {
                    member(patch, name, now.get(head));
                }
            }
            return patch;
        }

        private static void member(Map<String, @Nullable Object> patch, String pointer, @Nullable Object map) {
            String head = head(pointer);
            String key = pointer.substring(head.length() + 1).replace("~1", "/").replace("~0", "~");
            if (map instanceof Map<?, ?> members && (members.get(key) != null || !members.containsKey(key))) {
                patch.put(pointer, members.get(key));
            } else {
                // At a pointer a null would take the member away.
                patch.keySet().removeIf(name -> head(name).equals(head));
                patch.put(head, map);
            }
        }
    }

    /** The client is given an object as it is now. */
    void give(Thing thing, State now) {
        session.put(thing, new Held(now, stream));
    }

    private static String head(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
    }

    /**
     * What is owed; empty for nothing.
     *
     * @param last the object's last change
     */
    Optional<Owed> of(Thing thing, State last, View view) {
        Held held = session.of(thing);
        if (held == null || held.state().epoch() != last.epoch()) {
            return Optional.of(Owed.whole());
        }
        State given = held.state();
        if (held.giver() == stream) {
            return given.sequence() >= last.sequence()
                    ? Optional.empty()
                    : Optional.of(since(thing, held, given, last, view));
        } else if (held.giver() != Held.GET && given.sequence() > told.sequence()) {
            return Optional.of(Owed.whole()); // who knows whether what the other stream wrote has arrived
        }
        // A /get may have gone to another client of the same sign-in, or to nobody, and may have had some properties
        // only: so
        // its state is told, for the client to see whether it holds that, and what changed is told from here on all the
        // same.
        return Optional.of(since(thing, held, given.sequence() < told.sequence() ? given : told, last, view));
    }

    private Owed since(Thing thing, Held held, State from, State last, View view) {
        return journal.since(thing, from, last.sequence())
                .map(names -> new Owed(Optional.of(with(names, view)), held))
                .orElseGet(Owed::whole);
    }

    private static Set<String> with(Set<String> names, View view) {
        if (view.computed().isEmpty()) {
            return names;
        }
        Set<String> all = new HashSet<>(names);
        all.addAll(view.computed());
        return all;
    }
}
