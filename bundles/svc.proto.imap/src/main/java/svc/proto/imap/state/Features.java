package svc.proto.imap.state;

import java.util.EnumSet;
import java.util.Set;

/** The extensions that a client has enabled on a connection (RFC 5161). Not thread-safe. */
public final class Features {

    /** An extension that changes what the server sends. */
    public enum Feature {
        /** CONDSTORE (RFC 7162), also enabled by the first command that uses it. */
        CONDSTORE,
        /** QRESYNC (RFC 7162); it enables CONDSTORE, too. */
        QRESYNC,
        /** UTF8=ACCEPT (RFC 6855). */
        UTF8_ACCEPT,
        /** IMAP4rev2 (RFC 9051). */
        IMAP4REV2;

        /** Returns the name of the capability. */
        public String capability() {
            return switch (this) {
                case UTF8_ACCEPT -> "UTF8=ACCEPT";
                case IMAP4REV2 -> "IMAP4rev2";
                default -> name();
            };
        }
    }

    private final Set<Feature> enabled = EnumSet.noneOf(Feature.class);

    /** Enables an extension. Returns false if it was enabled before. */
    public boolean enable(Feature feature) {
        if (feature == Feature.QRESYNC) {
            enabled.add(Feature.CONDSTORE);
        }
        return enabled.add(feature);
    }

    /** Returns whether an extension is enabled. */
    public boolean has(Feature feature) {
        return enabled.contains(feature);
    }

    /** Returns whether strings and mailbox names can contain UTF-8. */
    public boolean isUtf8() {
        return has(Feature.UTF8_ACCEPT) || has(Feature.IMAP4REV2);
    }

    /** Disables all extensions (RFC 8437). */
    public void clear() {
        enabled.clear();
    }
}
