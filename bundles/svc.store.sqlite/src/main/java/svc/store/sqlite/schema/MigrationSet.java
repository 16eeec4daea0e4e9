package svc.store.sqlite.schema;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import svc.store.sqlite.schema.SchemaReport.Verdict;

/**
 * The migrations of one bundle: a namespace, and its scripts numbered from 1 without a gap.
 *
 * @param namespace the namespace of the bundle's manifest
 * @param bundle the symbolic name of the bundle
 * @param extension whether the operator installed the bundle and can remove it
 * @param scripts the scripts in the order of their numbers
 * @param fault the reason why the scripts of an extension cannot be used, if there is one; the namespace still counts
 *     as installed
 */
public record MigrationSet(
        String namespace, String bundle, boolean extension, List<Script> scripts, Optional<SchemaException> fault) {

    /**
     * The order of the migrations: the core is first, because other tables may refer to its tables. The others are
     * ordered by name.
     */
    static final Comparator<MigrationSet> ORDER = Comparator.comparing(
                    (MigrationSet set) -> !"core".equals(set.namespace()))
            .thenComparing(MigrationSet::namespace);

    public MigrationSet {
        scripts = List.copyOf(scripts);
    }

    /** Creates a set without a fault. */
    MigrationSet(String namespace, String bundle, boolean extension, List<Script> scripts) {
        this(namespace, bundle, extension, scripts, Optional.empty());
    }

    /**
     * Returns the set of an extension with a malformed header or script; {@code namespace} is empty when it is unknown.
     */
    static MigrationSet faulty(String namespace, String bundle, SchemaException fault) {
        return new MigrationSet(namespace, bundle, true, List.of(), Optional.of(fault));
    }

    /** Sorts the scripts. Throws a {@link SchemaException} for a gap, a duplicate number or an empty list. */
    static MigrationSet of(String namespace, String bundle, boolean extension, List<Script> scripts) {
        Comparator<Script> order = Comparator.comparingInt(Script::version).thenComparing(Script::file);
        MigrationSet set = new MigrationSet(
                namespace, bundle, extension, scripts.stream().sorted(order).toList());
        set.checkNumbers();
        return set;
    }

    private void checkNumbers() {
        if (scripts.isEmpty()) {
            throw refusal("declares the migration namespace " + namespace + " but contains no script for it");
        }
        for (int i = 0; i < scripts.size(); i++) {
            Script script = scripts.get(i);
            if (i > 0 && scripts.get(i - 1).version() == script.version()) {
                throw refusal("contains two migration scripts with the number " + script.version() + ", "
                        + scripts.get(i - 1).file() + " and " + script.file());
            }
            if (script.version() != i + 1) {
                throw refusal(
                        "contains the migration script " + script.file() + " but none with the number " + (i + 1));
            }
        }
    }

    private SchemaException refusal(String what) {
        return new SchemaException(
                Verdict.UNREADABLE,
                namespace,
                "Bundle " + bundle + " " + what + ".",
                "Number the scripts from 1 without a gap and build the bundle again" + orRemove(extension, bundle));
    }

    /** Returns the last part of a remedy: for an extension, the advice to remove the bundle; otherwise a full stop. */
    static String orRemove(boolean extension, String bundle) {
        return extension ? ", or remove it with `svc bundle remove " + bundle + "`." : ".";
    }

    /**
     * One migration script of a bundle.
     *
     * @param version the number of the script, from 1
     * @param file the file name, such as {@code V1__notes.sql}
     * @param text the SQL text
     */
    public record Script(int version, String file, String text) {

        private static final Pattern NAME = Pattern.compile("V([1-9][0-9]{0,8})__[A-Za-z0-9_.-]+\\.sql");

        /**
         * Creates a script with the number in its file name. Throws a {@link SchemaException} for a malformed name or
         * text.
         */
        static Script of(String bundle, String file, byte[] content) {
            Matcher name = NAME.matcher(file);
            if (!name.matches()) {
                throw new SchemaException(
                        "Bundle " + bundle + " contains the migration script " + file
                                + ", whose name is not of the form V1__what_it_does.sql.",
                        "Rename the script in the bundle and build it again.");
            }
            try {
                String text = String.valueOf(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)));
                // SQLite would silently end the script at the first NUL.
                if (text.indexOf('\0') < 0) {
                    return new Script(Integer.parseInt(name.group(1)), file, text);
                }
            } catch (CharacterCodingException e) {
                // The error is reported below.
            }
            throw new SchemaException(
                    "The migration script " + file + " of bundle " + bundle + " is not text in UTF-8.",
                    "Save the script as UTF-8 and build the bundle again.");
        }

        /** Returns the checksum that Flyway stores in its history: CRC-32 over the lines without their line ends. */
        int checksum() {
            CRC32 sum = new CRC32();
            String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
            unmarked.lines().forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
            return (int) sum.getValue();
        }
    }
}
