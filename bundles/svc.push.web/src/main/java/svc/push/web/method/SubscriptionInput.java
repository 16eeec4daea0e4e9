package svc.push.web.method;

import static java.nio.charset.StandardCharsets.UTF_8;
import static svc.push.web.method.SubscriptionValidation.CLIENT;
import static svc.push.web.method.SubscriptionValidation.CODE;
import static svc.push.web.method.SubscriptionValidation.EXPIRES;
import static svc.push.web.method.SubscriptionValidation.KEYS;
import static svc.push.web.method.SubscriptionValidation.TYPES;
import static svc.push.web.method.SubscriptionValidation.URL;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.push.web.crypto.ClientKeys;
import svc.push.web.subscription.DeliveredState;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.Subscription;

/** The properties that a client sets, checked with {@link SubscriptionValidation}. */
final class SubscriptionInput {
    private static final String IMMUTABLE =
            "This property is immutable. Destroy the subscription and create another one.";

    private static final Set<String> PROPERTIES = Set.of(CLIENT, URL, KEYS, CODE, EXPIRES, TYPES);

    private final Map<String, @Nullable Object> given;
    private final Instant now;

    SubscriptionInput(Map<String, @Nullable Object> given, Instant now) {
        this.given = given;
        this.now = now;
    }

    /** Returns a new subscription. */
    Subscription create(long n, Owner owner, String code, DeliveredState response) {
        PropertyErrors errors = new PropertyErrors();
        rejectUnknown(PROPERTIES, errors);
        if (given.get(CODE) != null) {
            errors.add(CODE, "The server sends the verification code to the url. Leave it out until it has arrived.");
        }
        Optional<String> client = errors.check(() -> SubscriptionValidation.client(given.get(CLIENT)));
        errors.check(() -> SubscriptionValidation.url(given.get(URL)));
        Optional<Optional<ClientKeys>> keys = errors.check(() -> SubscriptionValidation.keys(given.get(KEYS)));
        Optional<Instant> expires = errors.check(() -> SubscriptionValidation.expires(given.get(EXPIRES), now));
        Optional<Optional<Set<String>>> types = errors.check(() -> SubscriptionValidation.types(given.get(TYPES)));
        errors.throwIfAny();
        return new Subscription(
                n,
                owner,
                client.orElseThrow(),
                String.valueOf(given.get(URL)),
                keys.orElseThrow(),
                code,
                false,
                0,
                expires.orElseThrow(),
                types.orElseThrow(),
                response);
    }

    /**
     * Returns the properties for the response to a create: the id, the properties that the client did not set, and the
     * expiry if it differs from the value that the client set.
     */
    Map<String, @Nullable Object> responseOf(Subscription made) {
        Map<String, @Nullable Object> response = new LinkedHashMap<>();
        response.put("id", made.id());
        for (String property : new String[] {KEYS, CODE, TYPES}) {
            if (!given.containsKey(property)) {
                response.put(property, null);
            }
        }
        response.putAll(expiry(made));
        return response;
    }

    /** Returns {@code expires} if it differs from the value that the client set. */
    Map<String, @Nullable Object> expiry(Subscription of) {
        boolean wanted = given.containsKey(EXPIRES);
        boolean same = wanted && String.valueOf(of.expires()).equals(given.get(EXPIRES));
        return same ? Map.of() : Map.of(EXPIRES, of.expires().toString());
    }

    /**
     * Applies a patch to a subscription (RFC 8620 §5.3). An immutable property may be present with its current value.
     */
    Subscription applyTo(Subscription before) {
        PatchObject.of(given).whole();
        PropertyErrors errors = new PropertyErrors();
        Set<String> known = new TreeSet<>(PROPERTIES);
        known.add("id");
        rejectUnknown(known, errors);
        rejectChanged("id", before.id(), errors);
        rejectChanged(CLIENT, before.client(), errors);
        rejectChanged(URL, before.url(), errors);
        if (given.containsKey(KEYS) && !areKeys(before.keys())) {
            errors.add(KEYS, IMMUTABLE);
        }
        Optional<Boolean> verified = errors.check(() -> isVerified(before));
        Optional<Instant> expires = errors.check(() -> given.containsKey(EXPIRES)
                ? SubscriptionValidation.expires(given.get(EXPIRES), now)
                : before.expires());
        Optional<Optional<Set<String>>> types = errors.check(
                () -> given.containsKey(TYPES) ? SubscriptionValidation.types(given.get(TYPES)) : before.types());
        errors.throwIfAny();
        return before.with(verified.orElseThrow(), expires.orElseThrow(), types.orElseThrow());
    }

    /**
     * Returns whether the subscription is verified. Rejects a wrong code, also when the subscription is already
     * verified.
     */
    private boolean isVerified(Subscription before) {
        Object code = given.get(CODE);
        if (!given.containsKey(CODE) || (code == null && !before.verified())) {
            return before.verified();
        }
        boolean correct = code instanceof String text
                && MessageDigest.isEqual(text.getBytes(UTF_8), before.code().getBytes(UTF_8));
        if (!correct) {
            throw SetError.invalidProperty(CODE, "The verification code is wrong. Use the code of the newest message.");
        }
        return true;
    }

    private void rejectUnknown(Set<String> known, PropertyErrors errors) {
        given.keySet().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> errors.add(
                        name,
                        "A client can only set these properties: " + String.join(", ", new TreeSet<>(PROPERTIES))
                                + "."));
    }

    private void rejectChanged(String property, String value, PropertyErrors errors) {
        if (given.containsKey(property) && !Objects.equals(given.get(property), value)) {
            errors.add(property, IMMUTABLE);
        }
    }

    private boolean areKeys(Optional<ClientKeys> value) {
        Object keys = given.get(KEYS);
        return keys == null
                ? value.isEmpty()
                : value.isPresent()
                        && ClientKeys.read(keys).filter(value.get()::same).isPresent();
    }
}
