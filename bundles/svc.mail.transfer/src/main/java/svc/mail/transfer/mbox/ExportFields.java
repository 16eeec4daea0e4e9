package svc.mail.transfer;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Four lines that an export writes between the From line and a message, and an import takes away again, so that the message itself
 * stays as it is: how many bytes it has, and its keywords in the fields that mail programs know.
 *
 * @param size the bytes of the message, before quoting
 * @param words its keywords
 */
record LeadingFields(long size, Set<String> words) {

    private static final String FIRST = "X-Svc-Message: size=";
    private static final List<String> OTHERS = List.of("Status: ", "X-Status: ", "X-Keywords: ");
    private static final int LONGEST = 32_768;
    private static final int DIGITS = 18;

    /** Copies the set. */
    LeadingFields {
        words = Set.copyOf(words);
    }

    /** The bytes of them. */
    String write() {
        return FIRST + size + "\n" + StatusFields.write(words);
    }

    /** Takes them where they stand; nothing is taken where they do not. */
    static Optional<LeadingFields> take(Window in) throws Unreadable {
        int first = in.line(LONGEST);
        if (first <= FIRST.length() || !in.text(0, first).startsWith(FIRST)) {
            return Optional.empty();
        }
        String digits = in.text(0, first).substring(FIRST.length()).strip();
        if (!digits.matches("[0-9]{1," + DIGITS + "}")) {
            return Optional.empty();
        }
        StatusFields fields = new StatusFields();
        int length = first;
        for (String name : OTHERS) {
            int line = in.line(length, LONGEST);
            String text = line < 0 ? "" : in.text(length, line);
            if (!text.startsWith(name)) {
                return Optional.empty();
            }
            fields.line(text);
            length += line;
        }
        in.skip(length);
        return Optional.of(new LeadingFields(Long.parseLong(digits), fields.words()));
    }
}
