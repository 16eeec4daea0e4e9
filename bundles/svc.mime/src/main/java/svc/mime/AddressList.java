package svc.mime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses an address-list (RFC 5322 §3.4 with the obsolete syntax). Malformed input is parsed as far as possible; it is
 * never rejected.
 */
final class AddressList {

    private final String text;
    private int at;

    private final List<AddressGroup> groups = new ArrayList<>();
    private List<Address> addresses = new ArrayList<>();
    private @Nullable String group;
    private boolean inGroup;

    /** The words since the last separator. */
    private final Phrase phrase = new Phrase();

    private @Nullable String angle;
    private @Nullable String comment;

    AddressList(String text) {
        this.text = text;
    }

    /** Returns the groups in order. Addresses outside a group form groups without a name. */
    List<AddressGroup> groups() {
        while (at < text.length()) {
            next();
        }
        endMailbox();
        endGroup();
        return List.copyOf(groups);
    }

    private void next() {
        char c = text.charAt(at);
        switch (c) {
            case '(' -> comment();
            case '"' -> {
                int end = Comments.quoteEnd(text, at);
                phrase.quoted(Comments.content(text, at, end), text.substring(at, end));
                at = end;
            }
            case '<' -> angle();
            case ',' -> {
                endMailbox();
                at++;
            }
            case ':' -> colon();
            case ';' -> {
                endMailbox();
                if (inGroup) {
                    endGroup();
                }
                at++;
            }
            case ' ', '\t' -> {
                phrase.space();
                at++;
            }
            default -> atom();
        }
    }

    private void comment() {
        int end = Comments.end(text, at);
        String content = EncodedWords.decoded(Comments.content(text, at, end)).strip();
        if (!content.isEmpty()) {
            comment = content;
        }
        phrase.space();
        at = end;
    }

    /** Reads the address in angle brackets and drops an obsolete route before it. */
    private void angle() {
        StringBuilder address = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '>') {
            char c = text.charAt(at);
            if (c == '(') {
                at = Comments.end(text, at);
            } else if (c == '"') {
                int end = Comments.quoteEnd(text, at);
                address.append(text, at, end);
                at = end;
            } else {
                if (c > ' ') {
                    address.append(c);
                }
                at++;
            }
        }
        at++;
        String whole = address.toString();
        int route = whole.startsWith("@") ? whole.indexOf(':') : -1;
        if (angle == null) {
            angle = route < 0 ? whole : whole.substring(route + 1);
        }
        comment = null;
    }

    /** Handles a colon, which ends the name of a group. A colon inside a group or after an address counts as text. */
    private void colon() {
        at++;
        if (inGroup || angle != null) {
            phrase.atom(":");
            return;
        }
        String name = phrase.name();
        phrase.clear();
        comment = null;
        endGroup();
        group = name == null ? "" : name;
        inGroup = true;
    }

    private void atom() {
        int word = EncodedWords.wordEnd(text, at);
        int from = at;
        if (word > 0) {
            at = word;
        } else if (text.charAt(at) == '[') {
            int end = text.indexOf(']', at);
            at = end < 0 ? text.length() : end + 1;
        } else {
            do {
                at++;
            } while (at < text.length() && ",:;<(\"[ \t".indexOf(text.charAt(at)) < 0);
        }
        phrase.atom(text.substring(from, at));
    }

    private void endMailbox() {
        if (angle != null) {
            String name = phrase.name();
            add(name != null ? name : comment, angle);
        } else if (!phrase.isEmpty()) {
            bare();
        }
        phrase.clear();
        angle = null;
        comment = null;
    }

    /**
     * Adds a mailbox without angle brackets. Either all words form the address, or only the last word is the address.
     */
    private void bare() {
        String spec = phrase.spec();
        int space = phrase.lastSpace();
        if (space > 0 && spec.indexOf('@', space) > 0) {
            String name = spec.substring(0, space);
            boolean quoted = name.startsWith("\"") && Comments.quoteEnd(name, 0) == name.length();
            add(
                    quoted ? Comments.content(name, 0, name.length()) : EncodedWords.decoded(name),
                    spec.substring(space + 1));
        } else {
            add(comment, space < 0 ? spec : EncodedWords.decoded(spec));
        }
    }

    private void add(@Nullable String name, String email) {
        if (name != null || !email.isEmpty()) {
            addresses.add(new Address(name, email));
        }
    }

    private void endGroup() {
        if (inGroup || !addresses.isEmpty()) {
            groups.add(new AddressGroup(inGroup ? group : null, List.copyOf(addresses)));
        }
        addresses = new ArrayList<>();
        group = null;
        inGroup = false;
    }
}
