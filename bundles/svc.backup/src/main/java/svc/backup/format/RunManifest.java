package svc.backup.format;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of a run. It is written last: a run without a manifest does not exist.
 *
 * @param format the version of the repository format
 * @param version the version of svc that made the run
 * @param schema the schema version of each namespace of the database
 * @param counts numbers of objects, with names of the caller's choice
 * @param heads the heads of sequences, with names of the caller's choice
 * @param time when the run began
 * @param durationMs how long the run took until the manifest was written, in milliseconds
 * @param files the names of the chunks of the file list
 * @param fileCount the number of files
 * @param bytes the sum of the sizes of the files
 * @param addedBytes the sum of the sizes of the packs that the run added
 * @param previous the run before this one
 */
public record RunManifest(
        int format,
        String version,
        Map<String, Long> schema,
        Map<String, Long> counts,
        Map<String, Long> heads,
        Instant time,
        long durationMs,
        List<String> files,
        long fileCount,
        long bytes,
        long addedBytes,
        @Nullable String previous) {}
