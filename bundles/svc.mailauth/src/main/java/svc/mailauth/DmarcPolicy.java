package svc.mailauth;

import java.util.Locale;

/** What a domain owner prefers for messages that fail DMARC (RFC 9989 §4.7), from weak to strict. */
public enum DmarcPolicy {
    /** No preference. */
    NONE,
    /** The message is suspicious. */
    QUARANTINE,
    /** The use of the domain is not valid. */
    REJECT;

    /** Returns the word of RFC 9989, such as {@code reject}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the policy one level below, which a domain owner in test mode expects. */
    DmarcPolicy weaker() {
        return this == REJECT ? QUARANTINE : NONE;
    }

    /** Returns the stricter of two policies. */
    DmarcPolicy stricter(DmarcPolicy other) {
        return compareTo(other) < 0 ? other : this;
    }
}
