package svc.mail.transfer.maildir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.mail.transfer.format.Keywords;
import svc.mail.transfer.format.UnreadableFileException;

/**
 * The file {@code dovecot-keywords} of one Maildir folder. It assigns letters to the keywords without a standard flag.
 * Not thread-safe.
 */
final class KeywordLetters {

    static final String FILE = "dovecot-keywords";

    private static final int MOST = 26;
    private static final int LARGEST = 65_536;

    private final Path file;
    private final List<String> words = new ArrayList<>();

    private KeywordLetters(Path file) {
        this.file = file;
    }

    /** Reads the letters of a folder. A missing file counts as empty, and malformed lines are ignored. */
    static KeywordLetters of(Path folder) throws UnreadableFileException {
        KeywordLetters letters = new KeywordLetters(folder.resolve(FILE));
        try {
            if (Files.isRegularFile(letters.file, LinkOption.NOFOLLOW_LINKS) && Files.size(letters.file) <= LARGEST) {
                String text = new String(Files.readAllBytes(letters.file), StandardCharsets.ISO_8859_1);
                text.lines().forEach(letters::parseLine);
            }
        } catch (IOException e) {
            throw new UnreadableFileException(e);
        }
        return letters;
    }

    private void parseLine(String line) {
        String[] parts = line.split(" ", 2);
        if (parts.length == 2 && parts[0].matches("[0-9]{1,2}") && Integer.parseInt(parts[0]) < MOST) {
            int at = Integer.parseInt(parts[0]);
            while (words.size() <= at) {
                words.add("");
            }
            words.set(at, Keywords.valid(List.of(parts[1])).stream().findFirst().orElse(""));
        }
    }

    /** Returns the keyword of a letter. */
    Optional<String> word(char letter) {
        int at = letter - 'a';
        return at < 0 || at >= words.size()
                ? Optional.empty()
                : Optional.of(words.get(at)).filter(keyword -> !keyword.isEmpty());
    }

    /** Returns the letter of a keyword; empty if it has none. */
    Optional<Character> letter(String keyword) {
        int at = words.indexOf(keyword);
        return at < 0 ? Optional.empty() : Optional.of((char) ('a' + at));
    }

    /**
     * Assigns a letter to a keyword, and stores the assignment on disk before the letter is used. Returns false if all
     * letters are taken.
     */
    boolean assign(String keyword) throws IOException {
        if (words.contains(keyword)) {
            return true;
        } else if (words.size() >= MOST) {
            return false;
        }
        words.add(keyword);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            text.append(i).append(' ').append(words.get(i)).append('\n');
        }
        Path fresh = file.resolveSibling(FILE + ".new");
        Files.writeString(fresh, text, StandardCharsets.US_ASCII);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }
}
