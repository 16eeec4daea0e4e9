package svc.mime;

import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes header fields. */
final class FieldWriter {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss xx", Locale.ENGLISH);
    /** A line that gets longer is folded where it can be, also when a client gave it raw (RFC 5322 §2.1.1). */
    private static final int MAX_LINE = 998;

    private static final Pattern ATOMS =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");
    private static final Pattern BARE =
            Pattern.compile("[^\\s\\p{Cntrl}()<>\\[\\]:;@\\\\,\"]+@[^\\s\\p{Cntrl}()<>\\[\\]:;@\\\\,\"]+");

    private FieldWriter() {}

    /** The lines of a field. */
    static String line(Draft.Field field) {
        Folding out = new Folding(field.name());
        Draft.Value value = field.value();
        if (value instanceof Draft.Value.Raw raw) {
            return raw(field.name(), raw.text());
        } else if (value instanceof Draft.Value.Text text) {
            text(text.text(), out);
        } else if (value instanceof Draft.Value.Addresses addresses) {
            addresses(addresses.addresses(), "", out);
        } else if (value instanceof Draft.Value.Groups groups) {
            groups(groups.groups(), out);
        } else if (value instanceof Draft.Value.MessageIds ids) {
            ids.ids().forEach(id -> out.word('<' + bracketed(id) + '>'));
        } else if (value instanceof Draft.Value.Date date) {
            out.word(DATE.format(date.date()));
        } else if (value instanceof Draft.Value.Urls urls) {
            urls(urls.urls(), out);
        }
        return out.line();
    }

    /** A raw value: line breaks that fold it stay, others go, and so do NUL. */
    private static String raw(String name, String text) {
        StringBuilder out = new StringBuilder(name).append(':');
        int line = out.length();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int breaks = c == '\r' && text.startsWith("\n", at + 1) ? 2 : c == '\n' ? 1 : 0;
            boolean folds = breaks > 0 && at + breaks < text.length() && isSpace(text.charAt(at + breaks));
            if (folds || (isSpace(c) && line >= MAX_LINE - wordLength(text, at + 1))) {
                out.append("\r\n");
                line = 0;
            }
            if (c != '\r' && c != '\n' && c != '\0') {
                out.append(c);
                line++;
            }
            at += Math.max(1, breaks);
        }
        return out.append("\r\n").toString();
    }

    private static int wordLength(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) > ' ' && at - from < MAX_LINE) {
            at++;
        }
        return at - from + 1;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    /** Text: words that cannot stand for themselves are encoded together with the white space between them. */
    private static void text(String given, Folding out) {
        String text = plain(given).stripTrailing();
        int at = 0;
        while (at < text.length()) {
            int from = at;
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            String space = from == 0 ? " " : text.substring(from, at);
            int start = from == 0 ? 0 : at;
            int end = wordEnd(text, Math.max(at, start));
            if (!mustEncode(text, start, end)) {
                out.word(space, text.substring(start, end));
                at = end;
                continue;
            }
            int next = end;
            while (next < text.length()) {
                int word = next;
                while (word < text.length() && text.charAt(word) == ' ') {
                    word++;
                }
                int stop = wordEnd(text, word);
                if (!mustEncode(text, next, stop) && !mustEncode(text, word, stop)) {
                    break;
                }
                next = stop;
            }
            encoded(space, text.substring(start, next), out);
            at = next;
        }
    }

    /** A text in one line, without what cannot be written. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r' || c == '\n' || c == '\t') {
                plain.append(' ');
            } else if (!Character.isISOControl(c)) {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static int wordEnd(String text, int from) {
        int end = text.indexOf(' ', from);
        return end < 0 ? text.length() : end;
    }

    /** Whether a word is not ASCII, could be read as encoded, is too long, or is white space at an end. */
    private static boolean mustEncode(String text, int from, int end) {
        boolean edge = from < end && (from == 0 && text.charAt(0) == ' ');
        return edge
                || from == end
                || end - from > MAX_LINE - Folding.LINE
                || text.substring(from, end).contains("=?")
                || text.substring(from, end).chars().anyMatch(c -> c > 0x7e);
    }

    private static void encoded(String space, String text, Folding out) {
        String between = space;
        for (String word : WordEncoder.words(text, out.room())) {
            out.word(between, word);
            between = " ";
        }
    }

    private static void groups(List<AddressGroup> groups, Folding out) {
        for (int i = 0; i < groups.size(); i++) {
            AddressGroup group = groups.get(i);
            String comma = i + 1 < groups.size() ? "," : "";
            String name = group.name();
            if (name == null) {
                addresses(group.addresses(), comma, out);
            } else if (group.addresses().isEmpty()) {
                phrase(name, ":;" + comma, out);
            } else {
                phrase(name, ":", out);
                addresses(group.addresses(), ";" + comma, out);
            }
        }
    }

    private static void addresses(List<Address> addresses, String last, Folding out) {
        for (int i = 0; i < addresses.size(); i++) {
            Address address = addresses.get(i);
            String after = i + 1 < addresses.size() ? "," : last;
            String email = plain(address.email()).replaceAll("[<>]", "");
            String name = name(address.name());
            if (name == null) {
                out.word((BARE.matcher(email).matches() ? email : '<' + email + '>') + after);
            } else {
                phrase(name, "", out);
                out.word('<' + email + '>' + after);
            }
        }
    }

    private static @Nullable String name(@Nullable String name) {
        return name == null || name.isBlank() ? null : name;
    }

    /** A name: as words, in quotes, or encoded. */
    private static void phrase(String given, String after, Folding out) {
        String name = plain(given).strip();
        if (ATOMS.matcher(name).matches() && !name.contains("=?")) {
            for (String word : (name + after).split(" ", -1)) {
                out.word(word);
            }
        } else if (name.contains("=?")
                || name.chars().anyMatch(c -> c > 0x7e)
                || name.length() > MAX_LINE - Folding.LINE) {
            List<String> words = WordEncoder.words(name, out.room());
            for (int i = 0; i < words.size(); i++) {
                out.word(words.get(i) + (i + 1 < words.size() ? "" : after));
            }
        } else {
            out.word('"' + name.replaceAll("([\\\\\"])", "\\\\$1") + '"' + after);
        }
    }

    private static String bracketed(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}<>]", "");
    }

    private static void urls(List<String> urls, Folding out) {
        for (int i = 0; i < urls.size(); i++) {
            out.word('<' + bracketed(urls.get(i)) + '>' + (i + 1 < urls.size() ? "," : ""));
        }
    }
}
