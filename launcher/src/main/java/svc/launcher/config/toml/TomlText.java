package svc.launcher.config.toml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the text of the configuration file and checks its size and characters. */
public final class TomlText {

    /**
     * The maximum length of the file. It is more than ten times the length of a file with every key and its
     * description.
     */
    private static final int LONGEST = 256 * 1024;

    private TomlText() {}

    /** Returns the text; empty if the file cannot be read. The problem is then added to the list. */
    public static Optional<String> read(Path file, ProblemList problems) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                problems.add(0, 0, "It is not a file.", "Put the configuration into a file of this name.");
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(LONGEST + 1);
                if (bytes.length > LONGEST) {
                    problems.add(
                            0, 0, "The file is longer than 256 KiB.", "Remove everything that is not configuration.");
                    return Optional.empty();
                }
                return decode(bytes, problems).map(text -> withoutControls(text, problems));
            }
        } catch (NoSuchFileException e) {
            problems.add(0, 0, "The file does not exist.", "Create it with svc init.");
        } catch (AccessDeniedException e) {
            problems.add(0, 0, "The file may not be read.", "Give the user that runs svc the right to read it.");
        } catch (IOException e) {
            problems.add(0, 0, "The file cannot be read: " + e.getMessage() + ".", "Check the disk.");
        }
        return Optional.empty();
    }

    private static Optional<String> decode(byte[] bytes, ProblemList problems) {
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = utf8.decode(in, out, true);
        String text = out.flip().toString();
        String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (!result.isError()) {
            return Optional.of(plain);
        }
        int line = (int) plain.chars().filter(c -> c == '\n').count() + 1;
        String last = plain.substring(plain.lastIndexOf('\n') + 1);
        problems.add(
                line,
                last.codePointCount(0, last.length()) + 1,
                "From here on, the file is not valid UTF-8.",
                "Save it as UTF-8.");
        return Optional.empty();
    }

    /**
     * Reports the first control character and replaces all of them by spaces, so that the rest of the text is checked,
     * too.
     */
    private static String withoutControls(String text, ProblemList problems) {
        StringBuilder mended = null;
        int line = 1;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                line++;
                start = i + 1;
            } else if ((c < ' ' && c != '\t' && c != '\r') || c == 0x7F) {
                if (mended == null) {
                    mended = new StringBuilder(text);
                    problems.add(
                            line,
                            text.codePointCount(start, i) + 1,
                            String.format("There is a control character (U+%04X).", (int) c),
                            "Delete it; an editor that shows hidden characters helps.");
                }
                mended.setCharAt(i, ' ');
            }
        }
        return mended == null ? text : mended.toString();
    }
}
