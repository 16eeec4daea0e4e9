package svc.store.sqlite;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * One script as its author wrote it.
 *
 * @param version the author's number, from 1
 * @param file the name of the file: {@code V1__notes.sql}
 * @param text its SQL
 */
record MigrationScript(int version, String file, String text) {

    private static final Pattern NAME = Pattern.compile("V([1-9][0-9]{0,8})__([A-Za-z0-9_.-]+)\\.sql");

    /** Reads the number from the name of the file. */
    static MigrationScript of(String bundle, String file, byte[] content) {
        Matcher name = NAME.matcher(file);
        if (!name.matches()) {
            throw new SchemaRefusal(
                    "Bundle " + bundle + " brings the migration script " + file
                            + ", whose name is not of the form V1__what_it_does.sql.",
                    "Rename the script in the bundle and build it again.");
        }
        return new MigrationScript(Integer.parseInt(name.group(1)), file, text(bundle, file, content));
    }

    private static String text(String bundle, String file, byte[] content) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            // SQLite would end the script at the first NUL and say nothing.
            if (text.indexOf('\0') < 0) {
                return text;
            }
        } catch (CharacterCodingException e) {
            // Said below.
        }
        throw new SchemaRefusal(
                "The migration script " + file + " of bundle " + bundle + " is not text in UTF-8.",
                "Save the script as UTF-8 and build the bundle again.");
    }

    /** The name without its number: {@code notes.sql}. */
    String title() {
        return file.substring(file.indexOf("__") + 2);
    }

    /** The checksum that Flyway keeps in its history: CRC-32 over the lines without their ends. */
    int checksum() {
        CRC32 sum = new CRC32();
        String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        unmarked.lines().forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
        return (int) sum.getValue();
    }
}
