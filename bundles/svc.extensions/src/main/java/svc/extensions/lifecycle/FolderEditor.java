package svc.extensions.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.extensions.jar.JarFacts;
import svc.extensions.jar.JarInspection;
import svc.extensions.status.Causes;
import svc.extensions.status.ExtensionStatusTable.Entry;
import svc.extensions.status.FileFingerprint;
import svc.extensions.status.RefusedException;

/** Adds files to the folder and deletes them, and waits for the resulting status. */
public final class FolderEditor {
    /**
     * The maximum time to wait for a status. A jar gets its status within five seconds, and the calls in progress of
     * the previous jar may take another five seconds to end.
     */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Extensions extensions;

    public FolderEditor(Extensions extensions) {
        this.extensions = extensions;
    }

    /**
     * Finds a file in the folder by the bundle's symbolic name, the file name, or the file name without its extension.
     */
    public Optional<Path> find(String name) {
        try (var files = Files.list(extensions.directory())) {
            return files.filter(file -> String.valueOf(file.getFileName()).endsWith(".jar"))
                    .filter(file -> isNamed(file, name))
                    .findFirst();
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** Copies a file into the folder atomically and returns its status. */
    public Entry put(Path source, Path target) {
        return put(source, target, target);
    }

    /**
     * Copies a file into the folder atomically, deletes the file {@code instead}, and returns the status of the new
     * one.
     */
    public Entry put(Path source, Path target, Path instead) {
        extensions.records().forget(String.valueOf(target.getFileName()));
        extensions.records().forget(String.valueOf(instead.getFileName()));
        Path part = target.resolveSibling("." + target.getFileName() + ".part");
        try {
            Files.copy(source, part, StandardCopyOption.REPLACE_EXISTING);
            FileFingerprint stamp = FileFingerprint.of(part);
            if (!instead.equals(target)) {
                Files.deleteIfExists(instead);
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return await(target, stamp);
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** Deletes a file of the folder and waits until its bundle is removed. */
    public void take(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw problem(e);
        }
        extensions.records().forget(name);
        if (extensions.isServer()) {
            extensions.requestScan();
            extensions
                    .statuses()
                    .await(
                            entries -> entries.stream()
                                    .noneMatch(entry -> entry.fileName().equals(name)),
                            LONGEST);
        }
    }

    private Entry await(Path file, FileFingerprint stamp) {
        extensions.requestScan();
        return extensions
                .statuses()
                .await(entries -> entries.stream().anyMatch(entry -> entry.is(file, stamp)), LONGEST)
                .flatMap(entries ->
                        entries.stream().filter(entry -> entry.is(file, stamp)).findFirst())
                .orElseThrow(() -> new OperationException(
                        Reason.INTERNAL,
                        "There is no verdict on " + file.getFileName()
                                + " yet. Ask `svc bundle list` in a moment, and look into the log."));
    }

    private static boolean isNamed(Path file, String name) {
        String fileName = String.valueOf(file.getFileName());
        return fileName.equals(name)
                || fileName.equals(name + ".jar")
                || facts(file).filter(facts -> facts.name().equals(name)).isPresent();
    }

    /** Returns the facts of a jar; empty when the jar is invalid. */
    public static Optional<JarFacts> facts(Path file) {
        try {
            return Optional.of(JarInspection.inspect(file));
        } catch (RefusedException e) {
            return Optional.empty();
        }
    }

    /** Validates a file that an operator named. */
    public static Path readable(@Nullable Path file) {
        if (file == null || !Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new OperationException(
                    Reason.INVALID,
                    "There is no file " + file + " that the server can read. Give the path of a jar on its machine.");
        }
        if (!String.valueOf(file.getFileName()).endsWith(".jar")) {
            throw new OperationException(
                    Reason.INVALID, "The name of " + file + " does not end with .jar. Give a jar.");
        }
        return file;
    }

    private OperationException problem(IOException e) {
        return new OperationException(
                Reason.CONFLICT,
                "The folder " + extensions.directory() + " cannot be changed: " + Causes.brief(e)
                        + ". Free disk space, or give the user that runs svc permission to write there.");
    }
}
