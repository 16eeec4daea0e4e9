package svc.backup.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.testkit.ManualClock;

/** A storage of other authors in a Java process of its own. */
record OtherStorage(Process process, String url) implements Closeable {

    static final int MEBIBYTE = 1 << 20;

    /**
     * Starts a storage and returns when it answers.
     *
     * @param ready the line that the storage prints then; its first group is the port
     * @param arguments the arguments of Java
     */
    static OtherStorage start(Pattern ready, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output = process.inputReader(UTF_8);
        StringBuilder text = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher port = ready.matcher(line);
            if (port.find()) {
                Thread rest = new Thread(() -> output.lines().forEach(ignored -> {}));
                rest.setDaemon(true);
                rest.start();
                return new OtherStorage(process, "http://127.0.0.1:" + port.group(1));
            }
            text.append(line).append('\n');
        }
        throw new IOException("The storage did not start: " + text);
    }

    /** Returns targets in this storage, with its clock, which is that of the machine, and with the smallest parts. */
    S3Fixture fixture(Path temp) throws IOException {
        ManualClock clock = new ManualClock();
        clock.leap(Duration.between(clock.now(), Instant.now()));
        S3Fixture s3 = new S3Fixture(temp, clock, Optional.empty());
        s3.endpoint = url;
        s3.region = "us-east-1";
        s3.sizes = new S3Upload.Sizes(10L * MEBIBYTE, 5L * MEBIBYTE);
        return s3;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
