package svc.backup.read;

import java.util.Arrays;
import java.util.Map;
import svc.backup.format.BackupException;
import svc.backup.format.RunManifest;

/**
 * What a program can restore.
 *
 * @param version its version
 * @param schema the newest schema version that it knows of each namespace
 */
public record Compatibility(String version, Map<String, Long> schema) {

    /**
     * Checks that the program is not older than the one that made a run. A namespace that this program does not have
     * belongs to an extension.
     *
     * @throws BackupException a newer program has made the run
     */
    public void check(RunManifest manifest) throws BackupException {
        if (Arrays.compare(numbers(manifest.version()), numbers(version)) > 0) {
            throw new BackupException("The run was made by svc " + manifest.version() + ". This is the older version "
                    + version + ", which cannot restore it.");
        }
        for (Map.Entry<String, Long> namespace : manifest.schema().entrySet()) {
            long known = schema.getOrDefault(namespace.getKey(), Long.MAX_VALUE);
            if (namespace.getValue() > known) {
                throw new BackupException("The run has version " + namespace.getValue() + " of the schema \""
                        + namespace.getKey() + "\". This program knows it up to version " + known
                        + " and cannot restore the run.");
            }
        }
    }

    /** Returns the numbers of a version; its suffix after a hyphen is ignored. */
    private static long[] numbers(String version) throws BackupException {
        try {
            return Arrays.stream(version.split("-", 2)[0].split("\\.", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new BackupException("\"" + version + "\" is not a version of svc.");
        }
    }
}
