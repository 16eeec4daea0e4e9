package svc.launcher.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * The cost of backups of a running server to a folder: the first one, one after 1,000 messages, changes of flags
 * meanwhile, and the restore. The system property {@code bench.gigabytes} sets the size of the data.
 */
final class BackupBench implements Measurement {

    private static final int BLOB = 50_000_000;
    private static final int MESSAGES = 1_000;
    private static final int MESSAGE = 4_000;
    private static final int CHANGES = 500;
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final String ROOM = "blobs.unreferenced_bytes=100000000000";
    private static final double P99 = 0.99;

    private final Path distribution;
    private final int blobs =
            (int) (Double.parseDouble(System.getProperty("bench.gigabytes", "1")) * BYTES_PER_GIGABYTE / BLOB);

    BackupBench(Path distribution) {
        this.distribution = distribution;
    }

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path home = directory.resolve("home");
        Path target = directory.resolve("repository");
        Path words = directory.resolve("words");
        BenchClient.found(distribution, home);
        String[] init = {"backup", "init", "--to", target.toString(), "--same-disk", "--words-file", words.toString()};
        BenchClient.svc(distribution, home, init);
        List<Figure> figures = new ArrayList<>();
        Random random = new Random(1);
        fill(jdk, home, random);
        try (BenchServer server =
                BenchServer.start(distribution, jdk, home, ROOM, "backup.target=\"" + target + "\"")) {
            backUp(server, home, "first run", figures);
            BenchClient client = BenchClient.of(server.url());
            String inbox = client.inbox();
            String email = client.importMail(inbox, message(random, MESSAGES));
            for (int i = 0; i < MESSAGES; i++) {
                client.importMail(inbox, message(random, i));
            }
            backUp(server, home, "run after 1,000 messages", figures);
            changeFlags(client, home, email, figures);
        }
        restore(directory, target, words, figures);
        restoreLazily(jdk, directory, target, words, figures);
        return figures;
    }

    /** Uploads the blobs to a server without a target, which makes no scheduled backup. */
    private void fill(Jdk jdk, Path home, Random random) throws Exception {
        String rate = "blobs.bytes_per_hour=100000000000";
        try (BenchServer server = BenchServer.start(distribution, jdk, home, ROOM, rate)) {
            BenchClient client = BenchClient.of(server.url());
            for (int i = 0; i < blobs; i++) {
                byte[] bytes = new byte[BLOB];
                random.nextBytes(bytes);
                client.upload(bytes);
            }
        }
    }

    private static byte[] message(Random random, int number) {
        StringBuilder text = new StringBuilder("Subject: message " + number + "\r\n\r\n");
        while (text.length() < MESSAGE) {
            text.append(Long.toString(random.nextLong(), Character.MAX_RADIX)).append(' ');
        }
        return text.toString().getBytes(US_ASCII);
    }

    private void backUp(BenchServer server, Path home, String what, List<Figure> figures) throws Exception {
        Duration cpu = server.cpu();
        long began = System.nanoTime();
        BenchClient.svc(distribution, home, "backup", "run");
        double seconds = (System.nanoTime() - began) / 1e9;
        figures.add(Figure.of("backup, " + what + " of " + blobs * (BLOB / BYTES_PER_GIGABYTE) + " GB", "s", seconds));
        figures.add(Figure.of(
                "backup, " + what + ": CPU of the server",
                "s",
                server.cpu().minus(cpu).toMillis() / 1e3));
    }

    /** Measures changes of flags without a backup, and while backups run. */
    private void changeFlags(BenchClient client, Path home, String email, List<Figure> figures) throws Exception {
        change(client, email);
        double without = change(client, email);
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Thread runs = new Thread(() -> {
            try {
                while (!ended.isDone()) {
                    BenchClient.svc(distribution, home, "backup", "run");
                }
            } catch (Exception e) {
                ended.completeExceptionally(e);
            }
        });
        runs.start();
        double during = change(client, email);
        if (!ended.complete(true)) {
            ended.join();
        }
        runs.join();
        figures.add(Figure.of("backup, change of a flag without a run: p99", "ms", without));
        figures.add(Figure.of("backup, change of a flag during a run: p99", "ms", during));
    }

    private static double change(BenchClient client, String email) throws Exception {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++) {
            long began = System.nanoTime();
            client.read(email, i % 2 == 0);
            millis.add((System.nanoTime() - began) / 1e6);
        }
        millis.sort(Double::compare);
        return millis.get((int) (P99 * CHANGES));
    }

    private void restore(Path directory, Path target, Path words, List<Figure> figures) throws Exception {
        Path restored = directory.resolve("restored");
        long began = System.nanoTime();
        String[] restore = {"backup", "restore", "--from", target.toString(), "--words-file", words.toString()};
        BenchClient.svc(distribution, restored, restore);
        double seconds = (System.nanoTime() - began) / 1e9;
        if (!Files.exists(restored.resolve("data/svc.db"))) {
            throw new IllegalStateException("The restored home has no database");
        }
        figures.add(Figure.of("backup, restore", "MB/s", blobs * (BLOB / 1e6) / seconds));
    }

    private void restoreLazily(Jdk jdk, Path directory, Path target, Path words, List<Figure> figures)
            throws Exception {
        Path restored = directory.resolve("lazy");
        long began = System.nanoTime();
        String[] restore = {"backup", "restore", "--from", target.toString(), "--words-file", words.toString(), "--lazy"
        };
        BenchClient.svc(distribution, restored, restore);
        try (BenchServer server = BenchServer.start(distribution, jdk, restored)) {
            BenchClient.of(server.url());
            figures.add(Figure.of(
                    "backup, restore with --lazy until a client is served", "s", (System.nanoTime() - began) / 1e9));
        }
    }
}
