package svc.cap.submission;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.cap.submission.api.Senders;

/** From whom and to whom a message goes (RFC 8621 §7). Immutable. */
record Envelope(Mailbox from, List<Mailbox> to) {

    private static final String PROPERTY = "envelope";
    private static final Set<String> OF_SENDER = Set.of("HOLDFOR", "HOLDUNTIL", "BODY", "SMTPUTF8", "SIZE");

    Envelope {
        to = List.copyOf(to);
    }

    /**
     * One side of it.
     *
     * @param parameters as they would be given to SMTP; names in capitals
     */
    record Mailbox(String email, Map<String, @Nullable Object> parameters) {

        static Mailbox of(String email) {
            return new Mailbox(email, Map.of());
        }

        private Map<String, @Nullable Object> members() {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            members.put("email", email);
            members.put("parameters", parameters.isEmpty() ? null : parameters);
            return members;
        }
    }

    /** One that a client gives. */
    static Envelope of(Object given) {
        if (!(given instanceof Map<?, ?> map)
                || !Set.of("mailFrom", "rcptTo").equals(map.keySet())
                || !(map.get("rcptTo") instanceof List<?> list)) {
            throw SetError.invalidProperty(PROPERTY, "An envelope is an object with mailFrom and the list rcptTo.");
        }
        Mailbox from = mailbox("mailFrom", map.get("mailFrom"), OF_SENDER);
        List<Mailbox> to = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Object one : list) {
            Mailbox mailbox = mailbox("rcptTo", one, Set.of());
            if (seen.add(Senders.key(mailbox.email()))) {
                to.add(mailbox);
            }
        }
        return new Envelope(from, to);
    }

    private static Mailbox mailbox(String where, @Nullable Object given, Set<String> known) {
        if (!(given instanceof Map<?, ?> map)
                || !(map.get("email") instanceof String email)
                || !Set.of("email", "parameters").containsAll(map.keySet())) {
            throw SetError.invalidProperty(PROPERTY, where + " needs an email, and may have parameters.");
        }
        Object parameters = map.get("parameters");
        if (parameters == null) {
            return Mailbox.of(email);
        }
        if (!(parameters instanceof Map<?, ?> named)) {
            throw SetError.invalidProperty(PROPERTY, "The parameters of " + where + " must be an object or null.");
        }
        Map<String, @Nullable Object> read = new LinkedHashMap<>();
        named.forEach((name, value) -> {
            String key = String.valueOf(name).toUpperCase(Locale.ROOT);
            if (!known.contains(key) || (value != null && !(value instanceof String))) {
                throw SetError.invalidProperty(
                        PROPERTY,
                        "The server knows no parameter " + name + " of " + where + ", or not with this value.");
            }
            read.put(key, value);
        });
        return new Mailbox(email, read);
    }

    /** When it shall go, by the parameters of RFC 4865. */
    Instant due(Instant now) {
        Object seconds = from.parameters().get("HOLDFOR");
        Object time = from.parameters().get("HOLDUNTIL");
        if (seconds == null && time == null) {
            return now;
        } else if (seconds != null && time != null) {
            throw SetError.invalidProperty(PROPERTY, "Give HOLDFOR or HOLDUNTIL, not both.");
        }
        try {
            Instant due = seconds == null
                    ? Instant.parse(String.valueOf(time))
                    : now.plusSeconds(Integer.parseUnsignedInt(String.valueOf(seconds)));
            if (Duration.between(now, due).compareTo(SubmissionCapability.LONGEST_HOLD) <= 0) {
                return due.isBefore(now) ? now : due;
            }
        } catch (DateTimeException | NumberFormatException e) {
            throw SetError.invalidProperty(
                    PROPERTY, "HOLDFOR is a number of seconds, HOLDUNTIL a time such as 2030-01-31T12:00:00Z.");
        }
        throw SetError.invalidProperty(
                PROPERTY,
                "A message is held back for " + SubmissionCapability.LONGEST_HOLD.toSeconds() + " seconds at most.");
    }

    /** What clients see. */
    Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("mailFrom", from.members());
        members.put("rcptTo", to.stream().map(Mailbox::members).toList());
        return members;
    }
}
