package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import svc.launcher.kit.WorkingCopy;

/** Runs a script of {@code launcher/src/test/clients} in Node.js, with the packages of the lock file there. */
final class NodeClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    private NodeClient() {}

    /**
     * Runs a script: one JSON object in, one out. The input is passed by standard input, because other users can see
     * tokens in a command line.
     */
    static JsonNode run(String script, ObjectNode input) throws IOException, InterruptedException {
        Path folder = installed();
        Path in = Files.writeString(Files.createTempFile("svc-node", ".in"), input.toString());
        try {
            return JSON.readTree(finished(folder, in, "node", script));
        } finally {
            Files.delete(in);
        }
    }

    /** Returns the folder of the scripts with their packages; installs the packages if the lock file has changed. */
    private static Path installed() throws IOException, InterruptedException {
        Path launcher = WorkingCopy.root().resolve("launcher");
        Path folder = Files.createDirectories(launcher.resolve("target/clients"));
        // Test classes run in several processes; one of them installs.
        try (FileChannel alone =
                        FileChannel.open(folder.resolve("alone"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = alone.lock();
                Stream<Path> sources = Files.list(launcher.resolve("src/test/clients"))) {
            for (Path source : sources.toList()) {
                renew(source, folder.resolve(source.getFileName()));
            }
            Path done = folder.resolve("installed.json");
            if (held.isValid() && differs(folder.resolve("package-lock.json"), done)) {
                finished(folder, Path.of("/dev/null"), "npm", "ci", "--prefer-offline", "--no-progress");
                renew(folder.resolve("package-lock.json"), done);
            }
        }
        return folder;
    }

    /** Does not write an unchanged script, because another process may be reading it. */
    private static void renew(Path source, Path target) throws IOException {
        if (differs(source, target)) {
            Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static boolean differs(Path source, Path target) throws IOException {
        return !Files.exists(target) || Files.mismatch(source, target) >= 0;
    }

    /** Returns the output of a command; throws with all its output when it fails. */
    private static String finished(Path folder, Path in, String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("svc-node", ".out");
        Path err = Files.createTempFile("svc-node", ".err");
        Process process = started(new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile()));
        boolean finished = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        if (!finished || process.exitValue() != 0) {
            throw new AssertionError(List.of(command) + " failed:\n" + Files.readString(out) + Files.readString(err));
        }
        String output = Files.readString(out);
        Files.delete(out);
        Files.delete(err);
        return output;
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
