package svc.cap.v2.streaming;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.observe.ObjectReader.TypeReader;
import svc.api.store.State;

/**
 * Decides what to send a client for a changed object: nothing, a patch (RFC 8620 §5.3), or the whole object. The
 * decision depends on the version that the client received last. The stream has sent all changes up to its position.
 * Therefore the client can lack only changes after this position, or, if it received the object in an earlier state,
 * changes after that state. A changed property is sent even if this server never sent it before, because the client may
 * have received it from an earlier run of the server.
 *
 * @param session the versions that the client holds
 * @param journal the property changes of the account
 * @param stream the number of the stream
 * @param sent the state up to which this stream, or the stream that it continues, has sent all changes
 */
record PatchDecision(ClientCache session, PropertyChangeLog journal, long stream, State sent) {

    /**
     * The properties to send.
     *
     * @param names properties and pointers into them; empty for the whole object
     * @param held the version that the client has; null for the whole object
     */
    record Patch(Optional<Set<String>> names, @Nullable CachedVersion held) {

        private static Patch complete() {
            return new Patch(Optional.empty(), null);
        }

        /** Returns the properties to read. */
        Set<String> properties(TypeReader view) {
            Set<String> heads = new HashSet<>();
            names.ifPresentOrElse(some -> some.forEach(name -> heads.add(head(name))), () -> {
                heads.addAll(view.ownProperties());
                heads.addAll(view.computedProperties());
            });
            return heads;
        }

        /** Returns the patch (RFC 8620 §5.3) from the held version to the current values. */
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
                // A null at a pointer would remove the member, so the whole property is sent.
                patch.keySet().removeIf(name -> head(name).equals(head));
                patch.put(head, map);
            }
        }
    }

    /** Records that the client received an object in its current state. */
    void recordSent(ObjectKey key, State now) {
        session.put(key, new CachedVersion(now, stream, null));
    }

    private static String head(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
    }

    /**
     * The last changes of an object.
     *
     * @param any the last change in any facet
     * @param untold the last change in a facet whose properties are not listed
     * @param told the last change in each of the other facets, by facet
     */
    record Last(State any, long untold, Map<Integer, Long> told) {}

    /** Returns the patch to send; empty if nothing must be sent. */
    Optional<Patch> of(ObjectKey key, Last last, TypeReader view) {
        CachedVersion newest = session.of(key);
        if (newest == null || newest.state().epoch() != last.any().epoch()) {
            return Optional.of(Patch.complete());
        }
        CachedVersion version = newest.reached(stream, sent);
        if (version == null) {
            return Optional.of(Patch.complete()); // an object that another stream sent may not have reached the client
        }
        State given = version.state();
        boolean isOwn = version.sourceAccount() == stream;
        if (isOwn && given.sequence() >= last.any().sequence()) {
            return Optional.empty();
        }
        // The response to a /get may have been sent to another client of the same sign-in, may not have arrived, or may
        // have contained only some properties. Therefore the state of that response is sent, so that the client can
        // detect whether it has this version. The changes since the position of the stream are sent in any case.
        State from = isOwn || given.sequence() < sent.sequence() ? given : sent;
        Optional<Set<String>> names =
                last.untold() <= from.sequence() ? Optional.of(Set.of()) : journal.since(key, from, last.untold());
        return names.map(some -> with(some, from, last, view))
                .map(all -> all.isEmpty() ? Optional.<Patch>empty() : Optional.of(new Patch(Optional.of(all), version)))
                .orElseGet(() -> Optional.of(Patch.complete()));
    }

    private static Set<String> with(Set<String> names, State from, Last last, TypeReader view) {
        Set<String> all = new HashSet<>(names);
        view.facetProperties().forEach((facet, sent) -> {
            if (last.told().getOrDefault(facet, 0L) > from.sequence()) {
                all.addAll(sent);
            }
        });
        all.addAll(view.computedProperties());
        return all;
    }
}
