package svc.launcher.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How long a start takes until the server is ready, and what it costs: for each Java given, with an empty home and with one
 * that was started before, the best and the median of some starts.
 */
public final class StartBench {

    private static final int STARTS = 7;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final String READY = "svc is ready";

    private final Path distribution;
    private final Path java;

    private StartBench(Path distribution, Path java) {
        this.distribution = distribution;
        this.java = java;
    }

    /**
     * One start.
     *
     * @param ready milliseconds from the call of {@code bin/svc} to the line that says so
     * @param cpu milliseconds of CPU until then
     * @param memory MB of memory in use then
     */
    private record Start(long ready, long cpu, long memory) {}

    /** Takes the folder of the distribution and the homes of the Javas to measure. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path distribution = Path.of(arguments[0]).toAbsolutePath();
        System.out.printf("%d starts each; load of the machine %s%n%n", STARTS, load());
        System.out.printf(
                "| %-28s | %-6s | %21s | %21s | %9s |%n",
                "Java", "home", "ready ms best/median", "CPU ms best/median", "RSS MB");
        System.out.println("|---|---|--:|--:|--:|");
        for (String java : List.of(arguments).subList(1, arguments.length)) {
            new StartBench(distribution, Path.of(java)).measure();
        }
    }

    private void measure() throws IOException, InterruptedException {
        Path kept = Files.createTempDirectory("svc-bench");
        try {
            List<Start> empty = new ArrayList<>();
            List<Start> again = new ArrayList<>();
            start(kept);
            for (int i = 0; i < STARTS; i++) {
                Path fresh = Files.createTempDirectory("svc-bench");
                try {
                    empty.add(start(fresh));
                } finally {
                    delete(fresh);
                }
                again.add(start(kept));
            }
            print("empty", empty);
            print("used", again);
        } finally {
            delete(kept);
        }
    }

    private void print(String home, List<Start> starts) {
        List<Long> ready = starts.stream().map(Start::ready).sorted().toList();
        List<Long> cpu = starts.stream().map(Start::cpu).sorted().toList();
        List<Long> memory = starts.stream().map(Start::memory).sorted().toList();
        System.out.printf(
                "| %-28s | %-6s | %10d /%9d | %10d /%9d | %9d |%n",
                name(), home, ready.get(0), median(ready), cpu.get(0), median(cpu), median(memory));
    }

    /** The Java's version, and whether the distribution has a start-up archive for it. */
    private String name() {
        try (Stream<String> release = Files.lines(java.resolve("release"));
                Stream<Path> lib = Files.list(distribution.resolve("lib"))) {
            Optional<String> version = release.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", ""))
                    .findFirst();
            String archive = "startup-" + version.orElse("?") + ".";
            boolean archived =
                    lib.anyMatch(file -> file.getFileName().toString().startsWith(archive));
            return version.orElse("?") + (archived ? " with archive" : " without archive");
        } catch (IOException e) {
            return java.toString();
        }
    }

    private static long median(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private Start start(Path home) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                distribution.resolve("bin/svc").toString(),
                "run",
                "--home",
                home.toString(),
                "--set",
                "server.listen=\"127.0.0.1:0\"");
        builder.environment().put("JAVA_HOME", java.toString());
        Path err = home.resolveSibling(home.getFileName() + ".err");
        long begin = System.nanoTime();
        Process process = builder.redirectError(err.toFile()).start();
        try (BufferedReader out = process.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.contains(READY)) {
                line = out.readLine();
            }
            long end = System.nanoTime();
            if (line == null) {
                throw new IllegalStateException("The server did not become ready:\n" + Files.readString(err));
            }
            return new Start(
                    Duration.ofNanos(end - begin).toMillis(),
                    process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis(),
                    memory(process.pid()));
        } finally {
            process.destroy();
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(err);
        }
    }

    private static long memory(long pid) throws IOException {
        try (Stream<String> status = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return status.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> line.replaceAll("[^0-9]", ""))
                    .mapToLong(Long::parseLong)
                    .map(kilobytes -> kilobytes / 1024)
                    .findFirst()
                    .orElse(0);
        }
    }

    private static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).strip();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
