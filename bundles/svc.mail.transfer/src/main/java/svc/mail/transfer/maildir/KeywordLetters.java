package svc.mail.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which small letter stands for which keyword in one folder of a Maildir: the file {@code dovecot-keywords}. One thread. */
final class KeywordLetters {

    static final String FILE = "dovecot-keywords";

    private static final int MOST = 26;
    private static final int LARGEST = 65_536;

    private final Path file;
    private final List<String> words = new ArrayList<>();

    private KeywordLetters(Path file) {
        this.file = file;
    }

    /** Those of a folder; none where it says none, or nothing that can be understood. */
    static KeywordLetters of(Path folder) throws Unreadable {
        KeywordLetters letters = new KeywordLetters(folder.resolve(FILE));
        try {
            if (Files.isRegularFile(letters.file, LinkOption.NOFOLLOW_LINKS) && Files.size(letters.file) <= LARGEST) {
                String text = new String(Files.readAllBytes(letters.file), StandardCharsets.ISO_8859_1);
                text.lines().forEach(letters::take);
            }
        } catch (IOException e) {
            throw new Unreadable(e);
        }
        return letters;
    }

    private void take(String line) {
        String[] parts = line.split(" ", 2);
        if (parts.length == 2 && parts[0].matches("[0-9]{1,2}") && Integer.parseInt(parts[0]) < MOST) {
            int at = Integer.parseInt(parts[0]);
            while (words.size() <= at) {
                words.add("");
            }
            words.set(at, Keywords.valid(List.of(parts[1])).stream().findFirst().orElse(""));
        }
    }

    /** The keyword of a letter. */
    Optional<String> word(char letter) {
        int at = letter - 'a';
        return at < 0 || at >= words.size()
                ? Optional.empty()
                : Optional.of(words.get(at)).filter(word -> !word.isEmpty());
    }

    /** The letter of a keyword that has one. */
    Optional<Character> letter(String word) {
        int at = words.indexOf(word);
        return at < 0 ? Optional.empty() : Optional.of((char) ('a' + at));
    }

    /** Gives a keyword a letter, on the disk first; false when all are taken. */
    boolean give(String word) throws IOException {
        if (words.contains(word)) {
            return true;
        } else if (words.size() >= MOST) {
            return false;
        }
        words.add(word);
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
