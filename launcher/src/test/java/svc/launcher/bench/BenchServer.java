package svc.launcher.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server of the distribution in a process of its own, from the start of {@code bin/svc} to its end. */
final class BenchServer implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int WARMING = 3;
    private static final int COUNTED = 5;
    private static final Pattern READY = Pattern.compile("svc is ready: (http\\S+),");

    private final Process process;
    private final String url;
    private final Duration untilReady;

    private BenchServer(Process process, String url, Duration untilReady) {
        this.process = process;
        this.url = url;
        this.untilReady = untilReady;
    }

    /**
     * Starts a server on a free port and waits until it is ready.
     *
     * @param settings further settings, in the form of {@code --set}
     */
    static BenchServer start(Path distribution, Jdk jdk, Path home, String... settings) throws IOException {
        Path err = home.resolveSibling(home.getFileName() + ".err");
        List<String> command = new ArrayList<>(List.of(
                distribution.resolve("bin/svc").toString(),
                "run",
                "--home",
                home.toString(),
                "--set",
                "server.listen=\"127.0.0.1:0\"",
                // without rate limits
                "--set",
                "security.trusted_ips=[\"127.0.0.0/8\"]"));
        for (String setting : settings) {
            command.addAll(List.of("--set", setting));
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        long start = System.nanoTime();
        Process process = builder.redirectError(err.toFile()).start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        while (line != null) {
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                return new BenchServer(process, ready.group(1), Duration.ofNanos(System.nanoTime() - start));
            }
            line = out.readLine();
        }
        process.destroyForcibly();
        throw new IllegalStateException("The server did not become ready:\n" + Files.readString(err));
    }

    String url() {
        return url;
    }

    /** Returns the time from the start of {@code bin/svc} to the line that reports a ready server. */
    Duration untilReady() {
        return untilReady;
    }

    /** Returns the processor time of the process so far, in steps of 10 ms. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** An action of a client. */
    @FunctionalInterface
    interface Act {
        void act() throws IOException, InterruptedException;
    }

    /**
     * Returns the cost of an action for the server's process, in microseconds of processor time: the median of some
     * rounds.
     */
    double micros(int times, Act act) {
        List<Double> micros = new ArrayList<>();
        try {
            for (int round = 0; round < WARMING + COUNTED; round++) {
                Duration before = cpu();
                for (int i = 0; i < times; i++) {
                    act.act();
                }
                if (round >= WARMING) {
                    micros.add(cpu().minus(before).toNanos() / 1e3 / times);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The measurement was broken off", e);
        }
        return Figure.median(micros);
    }

    /** Returns the memory in use, in MB. */
    long memory() throws IOException {
        try (Stream<String> status = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return status.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> line.replaceAll("[^0-9]", ""))
                    .mapToLong(Long::parseLong)
                    .map(kilobytes -> kilobytes / 1024)
                    .findFirst()
                    .orElse(0);
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, LONGEST.toSeconds(), TimeUnit.SECONDS)
                .join();
        process.destroyForcibly();
    }
}
