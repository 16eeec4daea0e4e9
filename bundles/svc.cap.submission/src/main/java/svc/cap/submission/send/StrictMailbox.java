package svc.cap.submission.send;

import java.util.Optional;
import svc.cap.submission.identity.SmtpAddress;
import svc.mime.HeaderField;

/**
 * Parses a field value that is exactly one mailbox (RFC 5322 §3.4, without the obsolete syntax except for periods in a
 * display name, with the characters of RFC 6532). Rejects a second mailbox, a group, a route, and text after the
 * address. Not thread-safe.
 */
final class StrictMailbox {

    private static final String SPECIALS = "()<>[]:;@\\,.\"";

    private final String text;
    private int at;

    private StrictMailbox(String text) {
        this.text = text;
    }

    /** Returns the address of the mailbox in this field; empty if the value is not exactly one mailbox. */
    static Optional<String> address(HeaderField field) {
        return address(field.raw().replace("\r\n", "").replace("\n", ""));
    }

    /** Returns the address of the mailbox in an unfolded value; empty if the value is not exactly one mailbox. */
    static Optional<String> address(String value) {
        StrictMailbox mailbox = new StrictMailbox(value);
        Optional<String> unquoted = mailbox.bare();
        return unquoted.isPresent() ? unquoted : new StrictMailbox(value).named();
    }

    /** Parses an addr-spec without a display name. */
    private Optional<String> bare() {
        return space() ? atEnd(addressSpec()) : Optional.empty();
    }

    /** Parses a name-addr: an optional display name, then an address in angle brackets. */
    private Optional<String> named() {
        if (!space() || !displayName() || !take('<')) {
            return Optional.empty();
        }
        Optional<String> address = addressSpec();
        return take('>') ? atEnd(address) : Optional.empty();
    }

    private Optional<String> atEnd(Optional<String> address) {
        return space() && at == text.length() ? address : Optional.empty();
    }

    /** Parses words with their white space and comments up to the angle bracket. */
    private boolean displayName() {
        while (at < text.length() && text.charAt(at) != '<') {
            int from = at;
            boolean quoted = text.charAt(at) == '"';
            if (quoted ? !quotedString() : !atoms()) {
                return false;
            }
            if (at == from || !space()) {
                return false;
            }
        }
        return true;
    }

    private Optional<String> addressSpec() {
        int from = at;
        boolean quoted = at < text.length() && text.charAt(at) == '"';
        if (quoted ? !quotedString() : !atoms()) {
            return Optional.empty();
        }
        if (!take('@')) {
            return Optional.empty();
        }
        if (take('[')) {
            int end = text.indexOf(']', at);
            if (end < 0) {
                return Optional.empty();
            }
            at = end + 1;
        } else if (!atoms()) {
            return Optional.empty();
        }
        String address = text.substring(from, at);
        return SmtpAddress.isAddress(address) ? Optional.of(address) : Optional.empty();
    }

    /** Skips characters of atoms, and periods. Returns false if there are no such characters. */
    private boolean atoms() {
        int from = at;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c <= ' ' || c == 0x7f || (c != '.' && SPECIALS.indexOf(c) >= 0)) {
                break;
            }
            at++;
        }
        return at > from;
    }

    private boolean quotedString() {
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            } else if (c == '\\') {
                at++;
            }
        }
        return false;
    }

    /** Skips white space and comments. Returns false if a comment is not closed. */
    private boolean space() {
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '(') {
                depth++;
            } else if (c == ')' && depth > 0) {
                depth--;
            } else if (c == '\\' && depth > 0) {
                at++;
            } else if (depth == 0 && c != ' ' && c != '\t') {
                return true;
            }
            at++;
        }
        return depth == 0 && at == text.length();
    }

    private boolean take(char c) {
        boolean existing = at < text.length() && text.charAt(at) == c;
        if (existing) {
            at++;
        }
        return existing;
    }
}
