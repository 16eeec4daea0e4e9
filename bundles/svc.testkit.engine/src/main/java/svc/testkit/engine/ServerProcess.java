package svc.testkit.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import svc.testkit.engine.ServerUnderTest.Result;

/** The process of a {@link ServerUnderTest}, and the commands for its home. */
final class ServerProcess {

    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final long LOOK_MILLIS = 20;
    private static final Pattern READY = Pattern.compile("svc is ready: (http\\S+),(?: https\\S+,)? admin (\\S+),");
    private static final Pattern TOKEN = Pattern.compile("(?m)^token = \"([^\"]+)\"");

    private final Path distribution;
    private final Path home;
    private final Path output;
    private final Process process;

    ServerProcess(Path distribution, Path home, String... settings) throws IOException {
        this.distribution = distribution;
        this.home = home;
        this.output = Files.createTempFile("svc-output-", ".txt");
        List<String> words = new ArrayList<>(List.of("run", "--set", "server.listen=\"127.0.0.1:0\""));
        words.addAll(List.of("--set", "security.trusted_ips=[\"127.0.0.0/8\"]"));
        for (String setting : settings) {
            words.addAll(List.of("--set", setting));
        }
        this.process = builder(words)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
    }

    private ProcessBuilder builder(List<String> words) {
        List<String> command = new ArrayList<>();
        command.add(distribution.resolve("bin/svc").toString());
        command.addAll(words);
        command.addAll(List.of("--home", home.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // A server that runs for seconds does not profit from the second compiler.
        builder.environment().put("SVC_TIER", "1");
        return builder.redirectError(ProcessBuilder.Redirect.appendTo(output.toFile()));
    }

    /** Waits until the server is ready. The groups of the result are the URL and the URL of the admin interface. */
    MatchResult ready() {
        await("ready", () -> READY.matcher(output()).find() || !process.isAlive());
        return found(READY, output());
    }

    /** Returns the token of the admin interface, which the server wrote at its first start. */
    String adminToken() {
        return found(TOKEN, text(home.resolve("svc.toml"))).group(1);
    }

    /** Runs a command to its end. */
    Result run(String... words) {
        try {
            Process command = builder(List.of(words)).start();
            command.getOutputStream().close();
            String out = new String(command.getInputStream().readAllBytes(), UTF_8);
            return new Result(command.waitFor(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not " + what + " in time:\n" + output());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    String output() {
        return text(output);
    }

    /** Ends the process and deletes its output. */
    void stop() {
        process.destroy();
        try {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("The server does not stop:\n" + output());
            }
            Files.delete(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static MatchResult found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no " + pattern + " in:\n" + text));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }
}
