package svc.mail.transfer.mbox;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.mail.transfer.format.LookaheadInput;
import svc.mail.transfer.format.UnreadableFileException;

/**
 * Four header lines that an export writes between the From line and the message, and that an import removes: the size
 * of the message, and its keywords in the fields that mail programs use. The message itself stays unchanged.
 *
 * @param size the size of the message in bytes, without the characters that the {@code mboxrd} quoting adds
 * @param words the keywords
 */
record ExportFields(long size, Set<String> words) {

    private static final String FIRST = "X-Svc-Message: size=";
    private static final List<String> OTHERS = List.of("Status: ", "X-Status: ", "X-Keywords: ");
    private static final int LONGEST = 32_768;
    private static final int DIGITS = 18;

    ExportFields {
        words = Set.copyOf(words);
    }

    /** Formats the four lines. */
    String write() {
        return FIRST + size + "\n" + StatusFields.write(words);
    }

    /** Reads the lines. If the input does not start with these lines, reads nothing and returns empty. */
    static Optional<ExportFields> read(LookaheadInput in) throws UnreadableFileException {
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
        return Optional.of(new ExportFields(Long.parseLong(digits), fields.keywords()));
    }
}
