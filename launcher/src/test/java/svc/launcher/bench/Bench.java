package svc.launcher.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Measures on each given Java and prints a table: a row per figure, a column per Java. */
public final class Bench {

    private final Path distribution;
    private final Path directory;
    private final List<Jdk> jdks;
    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    private Bench(Path distribution, Path directory, List<Jdk> jdks) {
        this.distribution = distribution;
        this.directory = directory;
        this.jdks = jdks;
    }

    /**
     * Arguments: the folder of the distribution, a working folder on the disk to measure, the measurements ({@code
     * start,http,jmap,imap,fairness,store,blobs,transfers,backup}), and the homes of the Javas.
     */
    public static void main(String[] arguments) throws Exception {
        List<Jdk> jdks = new ArrayList<>();
        for (String home : List.of(arguments).subList(3, arguments.length)) {
            jdks.add(Jdk.in(Path.of(home)));
        }
        Path directory = Files.createDirectories(Path.of(arguments[1]).toAbsolutePath());
        new Bench(Path.of(arguments[0]).toAbsolutePath(), directory, jdks).run(List.of(arguments[2].split(",", -1)));
    }

    private void run(List<String> names) throws Exception {
        String before = load();
        for (String name : names) {
            for (Jdk jdk : jdks) {
                System.err.println("measuring " + name + " on " + jdk.version() + " …");
                for (Figure figure : measure(measurement(name), jdk)) {
                    rows.computeIfAbsent(figure.what() + " | " + figure.unit(), row -> new ArrayList<>())
                            .add(figure.value());
                }
            }
        }
        System.out.printf(
                "%d processors, files on %s; load average %s before, %s after%n",
                Runtime.getRuntime().availableProcessors(),
                Files.getFileStore(directory).type(),
                before,
                load());
        print();
    }

    private Measurement measurement(String name) {
        return switch (name) {
            case "start" -> new StartBench(distribution);
            case "http" -> new HttpBench(distribution);
            case "jmap" -> new JmapBench(distribution);
            case "imap" -> new ImapBench(distribution);
            case "backup" -> new BackupBench(distribution);
            case "fairness" -> new FairnessBench(distribution);
            case "store" -> new BenchChild("store", "svc.store.sqlite.StoreBench");
            case "transfers" -> new TransferBench(distribution);
            case "blobs" -> new BenchChild("blobs", "svc.blobs.files.BlobBench");
            default ->
                throw new IllegalArgumentException(
                        "There is start, http, jmap, imap, fairness, store, blobs, transfers and backup to measure, not "
                                + name);
        };
    }

    private List<Figure> measure(Measurement measurement, Jdk jdk) throws Exception {
        Path own = Files.createTempDirectory(directory, "svc");
        try {
            return measurement.on(jdk, own);
        } finally {
            delete(own);
        }
    }

    private void print() throws IOException {
        StringBuilder head = new StringBuilder("| figure | unit |");
        StringBuilder line = new StringBuilder("|---|---|");
        for (Jdk jdk : jdks) {
            head.append(" Java ").append(jdk.version()).append(jdk.archived(distribution) ? ", archive |" : " |");
            line.append("--:|");
        }
        System.out.println(head);
        System.out.println(line);
        rows.forEach((row, values) -> System.out.println("| " + row + " | " + String.join(" | ", values) + " |"));
    }

    private static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0];
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
