package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import svc.launcher.home.Distribution;
import svc.launcher.home.Home;
import svc.launcher.home.HomeSettings;

/** {@code bin/svc} of a distribution: runs a command, or starts a server. */
final class SvcCommand {

    /** The distribution that the build has made. */
    static final Path DISTRIBUTION =
            Path.of(System.getProperty("svc.dist", "target/svc")).toAbsolutePath();

    private static final long LONGEST_SECONDS = 180;
    private static final String OPTIONS =
            "-Dsvc.blobs.forbidden-thread=svc-store-writer -Dsvc.store.twice=" + Boolean.getBoolean("svc.store.twice");
    /** Most tests sign in several times, and a hash costs 0.1 seconds. */
    private static final String CHEAP_HASHES = " -Dsvc.auth.hash-kibibytes=64";

    private final Path distribution;
    private final List<String> prefix = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private boolean trusting = true;
    private boolean prepared = true;

    private SvcCommand(Path distribution) {
        this.distribution = distribution;
        String java = System.getProperty("svc.test.java", System.getProperty("java.home"));
        environment.put("JAVA_HOME", java);
        // Test servers run for seconds: the second compiler would cost more than it gains.
        environment.put("SVC_TIER", "1");
        environment.put("SVC_JAVA_OPTIONS", OPTIONS);
    }

    static SvcCommand svc() {
        return new SvcCommand(DISTRIBUTION);
    }

    static SvcCommand of(Path distribution) {
        return new SvcCommand(distribution);
    }

    /** Creates a home as {@code svc init} does, in this process. */
    static void makeHome(Path home) {
        HomeSettings.init(new Distribution(DISTRIBUTION), new Home(home));
    }

    /** Puts words before the command: {@code setpriv …}, {@code sh -c 'ulimit …'}. */
    SvcCommand through(String... words) {
        prefix.addAll(Arrays.asList(words));
        return this;
    }

    /** Runs as an ordinary user, because root can do what permissions forbid. */
    SvcCommand asOrdinaryUser() {
        return System.getProperty("user.name").equals("root")
                ? through("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
                : this;
    }

    /** Lets an ordinary user access a temporary directory. */
    static void openTo(Path directory) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        for (Path up = directory;
                up != null && up.startsWith(temporary) && !up.equals(temporary);
                up = up.getParent()) {
            Files.setPosixFilePermissions(up, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /** Uses the default limits: the requests of tests are limited and banned. */
    SvcCommand wary() {
        trusting = false;
        return this;
    }

    /** Starts the server as an operator does: in a home that is new, and with the password hashes of the default. */
    SvcCommand asOperator() {
        prepared = false;
        return this;
    }

    SvcCommand with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** The output and exit code of a command. */
    record Finished(int exit, String out, String err) {}

    /** Runs a command to its end. */
    Finished run(String... words) {
        return answer("", words);
    }

    /** Runs a command for a home to its end. */
    Finished in(Path home, String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.addAll(List.of("--home", home.toString()));
        return run(all.toArray(String[]::new));
    }

    /** Runs a command to its end, with a text on standard input. */
    Finished answer(String input, String... words) {
        try {
            Path out = Files.createTempFile("svc-out", ".txt");
            Path err = Files.createTempFile("svc-err", ".txt");
            Process process = builder(words)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("svc " + String.join(" ", words) + " did not end: " + Files.readString(err));
            }
            Finished finished = new Finished(process.exitValue(), Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return finished;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Starts a server in a home, on free ports, and returns at once. A missing home is made as a copy of {@link StartedHome}. */
    RunningServer start(Path home, String... more) {
        if (prepared) {
            environment.replace("SVC_JAVA_OPTIONS", OPTIONS, OPTIONS + CHEAP_HASHES);
            if (prefix.isEmpty() && !Files.exists(home.resolve("svc.toml"))) {
                StartedHome.copyTo(home);
            }
        }
        List<String> words =
                new ArrayList<>(List.of("run", "--home", home.toString(), "--set", "server.listen=\"127.0.0.1:0\""));
        if (trusting) {
            words.addAll(List.of("--set", "security.trusted_ips=[\"127.0.0.0/8\", \"::1\"]"));
        }
        words.addAll(Arrays.asList(more));
        try {
            Path out = Files.createTempFile("svc-out", ".txt");
            Path err = Files.createTempFile("svc-err", ".txt");
            Process process = builder(words.toArray(String[]::new))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new RunningServer(process, home, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessBuilder builder(String... words) {
        List<String> command = new ArrayList<>(prefix);
        command.add(distribution.resolve("bin/svc").toString());
        command.addAll(Arrays.asList(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
        builder.environment().putAll(environment);
        return builder;
    }
}
