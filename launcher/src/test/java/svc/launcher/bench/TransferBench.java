package svc.launcher.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The cost of uploads and downloads for the whole server: HTTP, the token, access rights, encryption and the disk. One
 * client with sequential transfers; processor time of the server's process.
 */
final class TransferBench implements Measurement {

    private static final double MEGABYTE = 1e6;

    private final Path distribution;

    TransferBench(Path distribution) {
        this.distribution = distribution;
    }

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path home = directory.resolve("home");
        BenchClient.found(distribution, home);
        List<Figure> figures = new ArrayList<>();
        try (BenchServer server = BenchServer.start(distribution, jdk, home)) {
            BenchClient client = BenchClient.of(server.url());
            upload(server, client, "10 kB", 10_000, 1_500, figures);
            upload(server, client, "10 MB", 10_000_000, 4, figures);
            download(server, client, "10 kB", 10_000, 1_000, figures);
            download(server, client, "1 MB", 1_000_000, 100, figures);
            download(server, client, "50 MB", 50_000_000, 3, figures);
        }
        return figures;
    }

    /** Uploads different bytes each time. */
    private static void upload(
            BenchServer server, BenchClient client, String what, int size, int times, List<Figure> figures) {
        byte[] bytes = random(size);
        told(figures, "upload " + what, size, server.micros(times, () -> {
            ByteBuffer.wrap(bytes).putLong(0, ByteBuffer.wrap(bytes).getLong(0) + 1);
            client.upload(bytes);
        }));
    }

    private static void download(
            BenchServer server, BenchClient client, String what, int size, int times, List<Figure> figures)
            throws Exception {
        String blob = client.upload(random(size));
        told(figures, "download " + what, size, server.micros(times, () -> client.download(blob, size)));
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static void told(List<Figure> figures, String what, int size, double micros) {
        figures.add(Figure.of("HTTP " + what + ": CPU of a request", "µs", micros));
        figures.add(Figure.of("HTTP " + what + ": CPU of a MB", "µs", micros / (size / MEGABYTE)));
    }
}
