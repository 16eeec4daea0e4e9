package svc.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.key.BackupKey;

/** A file with the 24 words of a key, one numbered word per line. */
public final class WordsFile {

    private static final long LONGEST = 4_096;

    private WordsFile() {}

    static void write(Path file, BackupKey key) throws IOException {
        List<String> words = key.words();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            text.append(i + 1).append(". ").append(words.get(i)).append('\n');
        }
        Path absolute = file.toAbsolutePath().normalize();
        try {
            new OwnerOnly(absolute).write(absolute, text.toString().getBytes(UTF_8));
        } catch (FileAlreadyExistsException e) {
            throw new BackupException("The file " + absolute + " already exists.");
        }
    }

    /**
     * Reads the key.
     *
     * @throws IllegalArgumentException the file does not contain the words of a key
     */
    public static BackupKey read(Path file) throws IOException {
        try {
            if (Files.size(file) > LONGEST) {
                throw new BackupException(file + " is too long for a file with 24 words.");
            }
            return BackupKey.ofWords(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new BackupException("There is no file " + file + " with the 24 words.");
        }
    }
}
