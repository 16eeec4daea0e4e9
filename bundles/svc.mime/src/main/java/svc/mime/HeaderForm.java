package svc.mime;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The forms of a header field value (RFC 8621 §4.1.2). */
public enum HeaderForm {
    /** The fields listed here are fields of RFC 5322 that are available only in the Raw form. */
    RAW("asRaw", Set.of("return-path", "received")),
    TEXT("asText", Set.of("subject", "comments", "keywords", "list-id")),
    ADDRESSES(
            "asAddresses",
            Set.of(
                    "from",
                    "sender",
                    "reply-to",
                    "to",
                    "cc",
                    "bcc",
                    "resent-from",
                    "resent-sender",
                    "resent-reply-to",
                    "resent-to",
                    "resent-cc",
                    "resent-bcc")),
    GROUPED_ADDRESSES("asGroupedAddresses", ADDRESSES.fields),
    MESSAGE_IDS("asMessageIds", Set.of("message-id", "in-reply-to", "references", "resent-message-id")),
    DATE("asDate", Set.of("date", "resent-date")),
    URLS(
            "asURLs",
            Set.of("list-help", "list-unsubscribe", "list-subscribe", "list-post", "list-owner", "list-archive"));

    private final String suffix;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of returns unmodifiable sets
    private final Set<String> fields;

    HeaderForm(String suffix, Set<String> fields) {
        this.suffix = suffix;
        this.fields = fields;
    }

    /** Returns the suffix of a property name, such as {@code asText}. */
    public String suffix() {
        return suffix;
    }

    /** Returns the form with this suffix; the suffix is case-sensitive. */
    public static Optional<HeaderForm> of(String suffix) {
        return Arrays.stream(values())
                .filter(form -> form.suffix.equals(suffix))
                .findFirst();
    }

    /** Returns whether a field of this name is available in this form. Field names are case-insensitive. */
    public boolean allows(String field) {
        String name = field.toLowerCase(Locale.ROOT);
        return this == RAW || fields.contains(name) || isOther(name);
    }

    /**
     * Returns whether neither RFC 5322 nor RFC 2369 defines the field. These RFCs do not define List-Id, so List-Id is
     * available in every form.
     */
    private static boolean isOther(String name) {
        return name.equals("list-id") || Arrays.stream(values()).noneMatch(form -> form.fields.contains(name));
    }
}
