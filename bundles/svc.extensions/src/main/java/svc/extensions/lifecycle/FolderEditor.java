package svc.extensions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.operation.OperationProblem;

/** Puts files into the folder and takes them out, and waits for what becomes of it. */
final class FolderChange {

    /** A jar has its verdict within five seconds, and the one before it up to as many to end its calls in flight. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Extensions extensions;

    FolderChange(Extensions extensions) {
        this.extensions = extensions;
    }

    /** The file in the folder by the bundle's name, the file's name, or that without its ending. */
    Optional<Path> find(String name) {
        try (var files = Files.list(extensions.directory())) {
            return files.filter(file -> String.valueOf(file.getFileName()).endsWith(".jar"))
                    .filter(file -> isNamed(file, name))
                    .findFirst();
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** Copies a file into the folder, complete from the first moment, and returns its verdict. */
    VerdictBook.Entry put(Path source, Path target) {
        extensions.records().forget(String.valueOf(target.getFileName()));
        Path part = target.resolveSibling("." + target.getFileName() + ".part");
        try {
            Files.copy(source, part, StandardCopyOption.REPLACE_EXISTING);
            Stamp stamp = Stamp.of(part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return await(target, stamp);
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** Deletes a file of the folder and waits until nothing of it is left. */
    void take(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw problem(e);
        }
        extensions.records().forget(name);
        if (extensions.isServer()) {
            extensions.stir();
            extensions.await(
                    entries ->
                            entries.stream().noneMatch(entry -> entry.fileName().equals(name)),
                    LONGEST);
        }
    }

    private VerdictBook.Entry await(Path file, Stamp stamp) {
        extensions.stir();
        return extensions
                .await(entries -> entries.stream().anyMatch(entry -> entry.is(file, stamp)), LONGEST)
                .flatMap(entries ->
                        entries.stream().filter(entry -> entry.is(file, stamp)).findFirst())
                .orElseThrow(() -> new OperationProblem(
                        OperationProblem.Reason.INTERNAL,
                        "There is no verdict on " + file.getFileName()
                                + " yet. Ask `svc bundle list` in a moment, and look into the log."));
    }

    private static boolean isNamed(Path file, String name) {
        String fileName = String.valueOf(file.getFileName());
        return fileName.equals(name)
                || fileName.equals(name + ".jar")
                || facts(file).filter(facts -> facts.name().equals(name)).isPresent();
    }

    /** What a jar says about itself; empty when it says nothing sound. */
    static Optional<JarFacts> facts(Path file) {
        try {
            return Optional.of(JarInspection.inspect(file));
        } catch (Refusal e) {
            return Optional.empty();
        }
    }

    /** Checks what an operator gave as a file. */
    static Path readable(@Nullable Path file) {
        if (file == null || !Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new OperationProblem(
                    OperationProblem.Reason.INVALID,
                    "There is no file " + file + " that the server can read. Give the path of a jar on its machine.");
        }
        if (!String.valueOf(file.getFileName()).endsWith(".jar")) {
            throw new OperationProblem(
                    OperationProblem.Reason.INVALID, "The name of " + file + " does not end with .jar. Give a jar.");
        }
        return file;
    }

    private OperationProblem problem(IOException e) {
        return new OperationProblem(
                OperationProblem.Reason.CONFLICT,
                "The folder " + extensions.directory() + " cannot be changed: " + Causes.brief(e)
                        + ". Free space there, or give the server's user the right to write to it.");
    }
}
