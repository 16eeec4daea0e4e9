package svc.launcher.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The working copy that the rules check.
 *
 * @param root the folder of the root pom
 */
record Repository(Path root) {

    /** Returns the working copy of the current directory. */
    static Repository here() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".ci/run"))) {
                return new Repository(at);
            }
        }
        throw new IllegalStateException("no .ci/run above " + Path.of("").toAbsolutePath());
    }

    /** Returns every file that is committed, or would be by {@code git add -A}; sorted. */
    List<Path> files() {
        String listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
        return Arrays.stream(listed.split("\0", -1))
                .filter(name -> !name.isEmpty())
                .map(root::resolve)
                .filter(Files::isRegularFile)
                .sorted()
                .distinct()
                .toList();
    }

    /** Returns the Java sources. */
    List<Path> sources() {
        return files().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    /** Returns the folders of the bundles; sorted. */
    List<Path> bundles() {
        try (Stream<Path> folders = Files.list(root.resolve("bundles"))) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a path as messages contain it. */
    String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private String git(String... arguments) {
        try {
            ProcessBuilder builder = new ProcessBuilder("git");
            builder.command().addAll(List.of(arguments));
            Process process = builder.directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (InputStream out = process.getInputStream()) {
                String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
                if (process.waitFor() != 0) {
                    throw new IllegalStateException("git " + List.of(arguments) + " failed in " + root);
                }
                return text;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
