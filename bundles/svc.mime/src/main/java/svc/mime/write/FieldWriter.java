package svc.mime.write;

import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.mime.Address;
import svc.mime.AddressGroup;

/** Writes header fields in the forms of RFC 8621 §4.1.2. */
final class FieldWriter {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss xx", Locale.ENGLISH);

    private static final Pattern ATOMS =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");
    private static final Pattern BARE =
            Pattern.compile("[^\\s\\p{Cntrl}()<>\\[\\]:;@\\\\,\"]+@[^\\s\\p{Cntrl}()<>\\[\\]:;@\\\\,\"]+");

    private FieldWriter() {}

    /** Returns the lines of a field. */
    static String line(MessageDraft.Field field) {
        Folding out = new Folding(field.name());
        MessageDraft.Value value = field.value();
        if (value instanceof MessageDraft.Value.Raw raw) {
            if (raw.text().lines().noneMatch(FieldWriter::hasLongWord)) {
                return raw(field.name(), raw.text());
            }
            TextWriter.write(raw.text().strip(), out); // the value cannot be folded, so it is written as encoded text
        } else if (value instanceof MessageDraft.Value.Text text) {
            TextWriter.write(text.text(), out);
        } else if (value instanceof MessageDraft.Value.Addresses addresses) {
            addresses(addresses.addresses(), "", out);
        } else if (value instanceof MessageDraft.Value.Groups groups) {
            groups(groups.groups(), out);
        } else if (value instanceof MessageDraft.Value.MessageIds ids) {
            ids.ids().forEach(id -> out.word('<' + bracketed(id) + '>'));
        } else if (value instanceof MessageDraft.Value.Date date) {
            out.word(DATE.format(date.date()));
        } else if (value instanceof MessageDraft.Value.Urls urls) {
            urls(urls.urls(), out);
        }
        return out.line();
    }

    /** Writes a raw value. Line breaks that fold the value are kept; other line breaks and NUL are dropped. */
    private static String raw(String name, String text) {
        StringBuilder out = new StringBuilder(name).append(':');
        int line = out.length();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int breaks = c == '\r' && text.startsWith("\n", at + 1) ? 2 : c == '\n' ? 1 : 0;
            boolean folds = breaks > 0 && at + breaks < text.length() && isSpace(text.charAt(at + breaks));
            if (folds || (isSpace(c) && line >= Folding.MAX_LINE - wordLength(text, at + 1))) {
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

    private static boolean hasLongWord(String line) {
        for (String word : line.split("[ \t]+", -1)) {
            if (word.length() > Folding.LONGEST_WORD
                    || word.getBytes(StandardCharsets.UTF_8).length > Folding.LONGEST_WORD) {
                return true;
            }
        }
        return false;
    }

    private static int wordLength(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) > ' ' && at - from < Folding.MAX_LINE) {
            at++;
        }
        return at - from + 1;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
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
            String email = TextWriter.plain(address.email()).replaceAll("[<>]", "");
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

    /** Writes a display name as atoms, as a quoted string, or as encoded words. */
    private static void phrase(String given, String after, Folding out) {
        String name = TextWriter.plain(given).strip();
        if (ATOMS.matcher(name).matches() && !name.contains("=?") && !hasLongWord(name)) {
            for (String word : (name + after).split(" ", -1)) {
                out.word(word);
            }
        } else if (name.contains("=?")
                || name.chars().anyMatch(c -> c > 0x7e)
                || name.length() > Folding.LONGEST_WORD) {
            List<String> words = WordEncoder.words(name, out.remaining());
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
