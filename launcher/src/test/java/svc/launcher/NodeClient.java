package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import svc.launcher.kit.Workplace;

/** A script of {@code launcher/src/test/clients} in a Node.js of its own, with the packages that the lock there names. */
final class NodeClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    private NodeClient() {}

    /** Runs a script to its end: one object in, one out. By standard input, for a command line shows tokens to everybody. */
    static JsonNode run(String script, ObjectNode input) throws IOException, InterruptedException {
        Path folder = installed();
        Path in = Files.writeString(folder.resolve(script + ".in"), input.toString());
        try {
            return JSON.readTree(finished(folder, in, "node", script));
        } finally {
            Files.delete(in);
        }
    }

    /** The folder of the scripts beside their packages; installs these when the lock is another than the last time. */
    private static Path installed() throws IOException, InterruptedException {
        Path launcher = Workplace.root().resolve("launcher");
        Path folder = Files.createDirectories(launcher.resolve("target/clients"));
        try (Stream<Path> sources = Files.list(launcher.resolve("src/test/clients"))) {
            for (Path source : sources.toList()) {
                Files.copy(source, folder.resolve(source.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Path lock = folder.resolve("package-lock.json");
        Path done = folder.resolve("installed.json");
        if (!Files.exists(done) || Files.mismatch(lock, done) >= 0) {
            finished(folder, Path.of("/dev/null"), "npm", "ci", "--prefer-offline", "--no-progress");
            Files.copy(lock, done, StandardCopyOption.REPLACE_EXISTING);
        }
        return folder;
    }

    /** What a command prints; an error with all that it said when it fails. */
    private static String finished(Path folder, Path in, String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = started(new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile()));
        boolean ended = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        if (!ended || process.exitValue() != 0) {
            throw new AssertionError(List.of(command) + " failed:\n" + Files.readString(out) + Files.readString(err));
        }
        return Files.readString(out);
    }

    private static Process started(ProcessBuilder command) {
        try {
            return command.start();
        } catch (IOException e) {
            throw new AssertionError(
                    "The tests with JavaScript clients need Node.js 18 or newer with npm: install them as `make test` does (.ci/tools node npm).",
                    e);
        }
    }
}
