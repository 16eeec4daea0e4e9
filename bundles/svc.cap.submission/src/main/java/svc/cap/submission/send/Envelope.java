package svc.cap.submission.send;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.jmap.JmapDates;
import svc.api.jmap.SetError;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.api.Senders;

/** The envelope of a message: sender and recipients (RFC 8621 §7). Immutable. */
record Envelope(Mailbox from, List<Mailbox> to) {

    private static final String PROPERTY = "envelope";

    Envelope {
        to = List.copyOf(to);
    }

    /**
     * One address of the envelope.
     *
     * @param parameters the SMTP parameters of the address; names in upper case
     */
    record Mailbox(String email, Map<String, @Nullable Object> parameters) {

        static Mailbox of(String email) {
            return new Mailbox(email, Map.of());
        }

        /** Returns the value of a parameter; empty if it is missing. */
        private Optional<String> value(EnvelopeParameter parameter) {
            return Optional.ofNullable(parameters.get(parameter.name())).map(String::valueOf);
        }

        private Recipient recipient() {
            Set<Notify> notifications = value(EnvelopeParameter.NOTIFY).stream()
                    .flatMap(list -> Stream.of(list.toUpperCase(Locale.ROOT).split(",", -1)))
                    .map(Notify::valueOf)
                    .collect(Collectors.toSet());
            return new Recipient(email, notifications, value(EnvelopeParameter.ORCPT));
        }

        private Map<String, @Nullable Object> members() {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            members.put("email", email);
            members.put("parameters", parameters.isEmpty() ? null : parameters);
            return members;
        }
    }

    /** Parses and validates an envelope from a client. */
    static Envelope of(Object given) {
        if (!(given instanceof Map<?, ?> map)
                || !Set.of("mailFrom", "rcptTo").equals(map.keySet())
                || !(map.get("rcptTo") instanceof List<?> list)) {
            throw SetError.invalidProperty(
                    PROPERTY, "An envelope must be an object with mailFrom and the array rcptTo.");
        }
        Mailbox from = mailbox("mailFrom", map.get("mailFrom"), true);
        List<Mailbox> to = new ArrayList<>();
        Set<String> visited = new HashSet<>();
        for (Object one : list) {
            Mailbox mailbox = mailbox("rcptTo", one, false);
            if (visited.add(Senders.key(mailbox.email()))) {
                to.add(mailbox);
            }
        }
        return new Envelope(from, to);
    }

    private static Mailbox mailbox(String property, @Nullable Object given, boolean sender) {
        if (!(given instanceof Map<?, ?> map)
                || !(map.get("email") instanceof String email)
                || !Set.of("email", "parameters").containsAll(map.keySet())) {
            throw SetError.invalidProperty(
                    PROPERTY, property + " must be an object with email and, optionally, parameters.");
        }
        Object parameters = map.get("parameters");
        if (parameters == null) {
            return Mailbox.of(email);
        }
        if (!(parameters instanceof Map<?, ?> named)) {
            throw SetError.invalidProperty(PROPERTY, "The parameters of " + property + " must be an object or null.");
        }
        Map<String, @Nullable Object> read = new LinkedHashMap<>();
        named.forEach((name, value) -> {
            EnvelopeParameter parameter =
                    EnvelopeParameter.named(String.valueOf(name), sender).orElseThrow(() -> unknown(property, name));
            if (!parameter.accepts(value)) {
                throw SetError.invalidProperty(
                        PROPERTY, "The parameter " + parameter + " of " + property + " has an invalid value.");
            } else if (read.containsKey(parameter.name())) {
                throw SetError.invalidProperty(
                        PROPERTY, "The parameter " + parameter + " of " + property + " is given more than once.");
            }
            read.put(parameter.name(), value);
        });
        return new Mailbox(email, read);
    }

    private static SetError unknown(String property, @Nullable Object name) {
        return SetError.invalidProperty(
                PROPERTY,
                "The parameter " + name + " of " + property
                        + " is unknown or belongs to an SMTP extension that the server does not support.");
    }

    /**
     * Returns the time at which the message is released, according to the parameters HOLDFOR and HOLDUNTIL (RFC 4865).
     */
    Instant sendTime(Instant now) {
        Object seconds = from.parameters().get("HOLDFOR");
        Object time = from.parameters().get("HOLDUNTIL");
        if (seconds == null && time == null) {
            return now;
        } else if (seconds != null && time != null) {
            throw SetError.invalidProperty(PROPERTY, "Give HOLDFOR or HOLDUNTIL, not both.");
        }
        Instant due = seconds == null
                ? JmapDates.utc(time).orElseThrow()
                : now.plusSeconds(Integer.parseInt(String.valueOf(seconds)));
        if (Duration.between(now, due).compareTo(SubmissionCapability.LONGEST_HOLD) <= 0) {
            return due.isBefore(now) ? now : due;
        }
        throw SetError.invalidProperty(
                PROPERTY,
                "A message can be held for at most " + SubmissionCapability.LONGEST_HOLD.toSeconds() + " seconds.");
    }

    /** Returns the envelope for the queue. */
    svc.api.delivery.Envelope queued() {
        boolean full = from.value(EnvelopeParameter.RET)
                .filter("FULL"::equalsIgnoreCase)
                .isPresent();
        return new svc.api.delivery.Envelope(
                from.email(),
                to.stream().map(Mailbox::recipient).toList(),
                from.parameters().containsKey(EnvelopeParameter.SMTPUTF8.name()),
                from.parameters().containsKey(EnvelopeParameter.REQUIRETLS.name()),
                from.value(EnvelopeParameter.ENVID),
                full ? ReturnContent.FULL : ReturnContent.HEADERS);
    }

    /** Returns the envelope as clients see it. */
    Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("mailFrom", from.members());
        members.put("rcptTo", to.stream().map(Mailbox::members).toList());
        return members;
    }
}
