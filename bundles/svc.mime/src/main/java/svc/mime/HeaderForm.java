package svc.mime;

import java.util.Optional;

/** The forms in which a header field may be asked for or given (RFC 8621 §4.1.2). */
public enum HeaderForm {
    RAW("asRaw"),
    TEXT("asText"),
    ADDRESSES("asAddresses"),
    GROUPED_ADDRESSES("asGroupedAddresses"),
    MESSAGE_IDS("asMessageIds"),
    DATE("asDate"),
    URLS("asURLs");

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
        throw new UnsupportedOperationException(field);
    }
}
