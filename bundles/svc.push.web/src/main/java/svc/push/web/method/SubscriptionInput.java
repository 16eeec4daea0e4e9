package svc.push.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** What a client wants a subscription to be, read against {@link Terms}. */
final class Draft {

    private static final Set<String> PROPERTIES =
            Set.of(Terms.CLIENT, Terms.URL, Terms.KEYS, Terms.CODE, Terms.EXPIRES, Terms.TYPES);

    private final Map<String, @Nullable Object> given;
    private final Instant now;

    Draft(Map<String, @Nullable Object> given, Instant now) {
        this.given = given;
        this.now = now;
    }

    /** A new subscription. */
    Subscription made(long n, Owner owner, String code, Told told) {
        refuseOthers(PROPERTIES);
        if (given.get(Terms.CODE) != null) {
            throw SetError.invalidProperty(
                    Terms.CODE, "The code comes in a message to the url. Leave it out until it has come.");
        }
        String client = Terms.client(given.get(Terms.CLIENT));
        Terms.url(given.get(Terms.URL));
        return new Subscription(
                n,
                owner,
                client,
                String.valueOf(given.get(Terms.URL)),
                Terms.keys(given.get(Terms.KEYS)),
                code,
                false,
                0,
                Terms.expires(given.get(Terms.EXPIRES), now),
                Terms.types(given.get(Terms.TYPES)),
                told);
    }

    /** What the answer to its creation says: what the client did not, or not so. */
    Map<String, @Nullable Object> toldOf(Subscription made) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("id", made.id());
        for (String property : new String[] {Terms.KEYS, Terms.CODE, Terms.TYPES}) {
            if (!given.containsKey(property)) {
                told.put(property, null);
            }
        }
        told.putAll(expiry(made));
        return told;
    }

    /** The time of its end, where it is another one than was wanted. */
    Map<String, @Nullable Object> expiry(Subscription of) {
        boolean wanted = given.containsKey(Terms.EXPIRES);
        boolean same = wanted && String.valueOf(of.expires()).equals(given.get(Terms.EXPIRES));
        return same ? Map.of() : Map.of(Terms.EXPIRES, of.expires().toString());
    }

    /** A subscription with changes (RFC 8620 §5.3): what cannot change may be named with the value that it has. */
    Subscription on(Subscription before) {
        if (given.keySet().stream().anyMatch(path -> path.contains("/"))) {
            throw new SetError("invalidPatch", "A subscription has no part that could be changed by itself.");
        }
        Set<String> known = new TreeSet<>(PROPERTIES);
        known.add("id");
        refuseOthers(known);
        refuse("id", before.id());
        refuse(Terms.CLIENT, before.client());
        refuse(Terms.URL, before.url());
        if (given.containsKey(Terms.KEYS)) {
            refuseKeys(before.keys());
        }
        return before.with(
                shown(before),
                given.containsKey(Terms.EXPIRES) ? Terms.expires(given.get(Terms.EXPIRES), now) : before.expires(),
                given.containsKey(Terms.TYPES) ? Terms.types(given.get(Terms.TYPES)) : before.types());
    }

    /** Whether the code is shown; a wrong one is refused, also when the right one was shown before. */
    private boolean shown(Subscription before) {
        Object code = given.get(Terms.CODE);
        if (!given.containsKey(Terms.CODE) || (code == null && !before.verified())) {
            return before.verified();
        }
        boolean right = code instanceof String text
                && MessageDigest.isEqual(text.getBytes(UTF_8), before.code().getBytes(UTF_8));
        if (!right) {
            throw SetError.invalidProperty(
                    Terms.CODE, "This is not the code that was sent. Give the one in the newest message.");
        }
        return true;
    }

    private void refuseOthers(Set<String> known) {
        Set<String> unknown = new TreeSet<>(given.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw SetError.invalidProperties(
                    unknown, "A client sets no property of such a name. There are " + new TreeSet<>(PROPERTIES) + ".");
        }
    }

    private void refuse(String property, String value) {
        if (given.containsKey(property) && !Objects.equals(given.get(property), value)) {
            throw fixed(property);
        }
    }

    private void refuseKeys(Optional<ClientKeys> value) {
        Object keys = given.get(Terms.KEYS);
        boolean same = keys == null
                ? value.isEmpty()
                : value.isPresent()
                        && ClientKeys.read(keys).filter(value.get()::same).isPresent();
        if (!same) {
            throw fixed(Terms.KEYS);
        }
    }

    private static SetError fixed(String property) {
        return SetError.invalidProperty(
                property, "This property never changes. Destroy the subscription and make another one.");
    }
}
