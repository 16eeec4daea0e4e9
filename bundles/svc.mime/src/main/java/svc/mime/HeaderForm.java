package svc.mime;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The forms in which a header field may be asked for or given (RFC 8621 §4.1.2). */
public enum HeaderForm {
    RAW("asRaw"),
    TEXT("asText"),
    ADDRESSES("asAddresses"),
    GROUPED_ADDRESSES("asGroupedAddresses"),
    MESSAGE_IDS("asMessageIds"),
    DATE("asDate"),
    URLS("asURLs");

    private static final Set<String> ADDRESS_FIELDS = Set.of(
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
            "resent-bcc");
    private static final Set<String> TEXT_FIELDS = Set.of("subject", "comments", "keywords", "list-id");
    private static final Set<String> ID_FIELDS = Set.of("message-id", "in-reply-to", "references", "resent-message-id");
    private static final Set<String> DATE_FIELDS = Set.of("date", "resent-date");
    private static final Set<String> URL_FIELDS =
            Set.of("list-help", "list-unsubscribe", "list-subscribe", "list-post", "list-owner", "list-archive");
    /** Defined in RFC 5322 without a form of their own. */
    private static final Set<String> RAW_FIELDS = Set.of("return-path", "received");

    private final String suffix;

    HeaderForm(String suffix) {
        this.suffix = suffix;
    }

    /** How it is written in the name of a property: {@code asText}. */
    public String suffix() {
        return suffix;
    }

    /** The form of a suffix; case matters. */
    public static Optional<HeaderForm> of(String suffix) {
        for (HeaderForm form : values()) {
            if (form.suffix.equals(suffix)) {
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    /** Whether a field of this name may be had in this form; names are compared without regard to case. */
    public boolean allows(String field) {
        String name = field.toLowerCase(Locale.ROOT);
        return switch (this) {
            case RAW -> true;
            case TEXT -> TEXT_FIELDS.contains(name) || isOther(name);
            case ADDRESSES, GROUPED_ADDRESSES -> ADDRESS_FIELDS.contains(name) || isOther(name);
            case MESSAGE_IDS -> ID_FIELDS.contains(name) || isOther(name);
            case DATE -> DATE_FIELDS.contains(name) || isOther(name);
            case URLS -> URL_FIELDS.contains(name) || isOther(name);
        };
    }

    /** Whether neither RFC 5322 nor RFC 2369 defines it. List-Id is of neither, so every form may be had of it. */
    private static boolean isOther(String name) {
        return !ADDRESS_FIELDS.contains(name)
                && !ID_FIELDS.contains(name)
                && !DATE_FIELDS.contains(name)
                && !URL_FIELDS.contains(name)
                && !RAW_FIELDS.contains(name)
                && (!TEXT_FIELDS.contains(name) || name.equals("list-id"));
    }
}
