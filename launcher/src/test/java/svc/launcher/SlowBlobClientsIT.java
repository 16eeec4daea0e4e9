package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;

/** Clients that send or receive a byte a second do not delay others, and silent streams are not ended. */
final class SlowBlobClientsIT {

    private static final int LONG = 8_000_000;
    private static final int BEGINNING = 200_000;

    /** Concurrent uploads of one account. */
    private static final int UPLOADS = 4;

    private static final int DOWNLOADS = 16;

    @TempDir
    private Path directory;

    private final List<Socket> uploads = new CopyOnWriteArrayList<>();
    private final List<Socket> downloads = new CopyOnWriteArrayList<>();
    private ScheduledExecutorService drip;
    private Future<?> dripping;

    @BeforeEach
    void begin() {
        drip = Executors.newSingleThreadScheduledExecutor();
        dripping = drip.scheduleAtFixedRate(this::drip, 1, 1, TimeUnit.SECONDS);
    }

    @AfterEach
    void end() throws IOException {
        dripping.cancel(false);
        drip.shutdownNow();
        for (List<Socket> sockets : List.of(uploads, downloads)) {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private void drip() {
        uploads.forEach(socket -> {
            try {
                socket.getOutputStream().write("1\r\ns\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // the server has ended it
            }
        });
        downloads.forEach(socket -> {
            try {
                if (socket.getInputStream().available() > 0) {
                    socket.getInputStream().read();
                }
            } catch (IOException e) {
                // the server has ended it
            }
        });
    }

    private RunningServer started(String... more) throws IOException {
        Path home = directory.resolve("home");
        Files.createDirectories(home.resolve("extensions"));
        KeepsBundle.jar(directory).writeTo(home.resolve("extensions/keeps.jar"));
        Files.writeString(directory.resolve("orders"), "");
        return SvcCommand.svc().start(home, more).ready();
    }

    /** Sends a request with a small receive buffer. */
    private static Socket open(BlobClient otherUser, String head) throws IOException {
        URI url = URI.create(otherUser.who().server().url());
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
        socket.setSoTimeout(30_000);
        String whole = head + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + otherUser.who().token() + "\r\n";
        socket.getOutputStream().write(whole.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void upload(BlobClient otherUser) throws IOException {
        Socket socket = open(otherUser, "POST /jmap/upload/" + otherUser.who().accountId());
        String chunk = Integer.toHexString(BEGINNING) + "\r\n" + "s".repeat(BEGINNING) + "\r\n";
        socket.getOutputStream()
                .write(("Transfer-Encoding: chunked\r\n\r\n" + chunk).getBytes(StandardCharsets.US_ASCII));
        uploads.add(socket);
    }

    private void download(BlobClient otherUser, String path) throws IOException {
        Socket socket = open(otherUser, "GET " + path);
        socket.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
        downloads.add(socket);
    }

    private static String kept(BlobClient otherUser) {
        byte[] bytes = new byte[LONG];
        new Random(otherUser.who().email().hashCode()).nextBytes(bytes);
        otherUser.upload(otherUser.who().accountId(), bytes);
        return otherUser.path(otherUser.who().accountId(), BlobCalls.id(bytes), "x", "text/plain");
    }

    private long begun() {
        return downloads.stream()
                .filter(socket -> {
                    try {
                        return socket.getInputStream().available() > 0;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .count();
    }

    /** Makes requests that need no speed, but must not wait for others. */
    private static void everyday(RunningServer server, Path directory, BlobClient otherUser, String text) {
        String blob = otherUser.store(text);
        assertThat(otherUser.text(blob)).isEqualTo("200 " + text);
        assertThat(new DroppedExtension(otherUser.who(), directory, KeepsBundle.URN)
                        .done(
                                "Keep/refer",
                                DroppedExtension.object()
                                        .put("blobId", blob)
                                        .put("n", 1)
                                        .put("release", false))
                        .path("done")
                        .asBoolean())
                .isTrue();
        assertThat(server.command("", "blobs", "collect").exit()).isZero();
    }

    @Test
    @Covers({"BLOB-14", "LIM-02"})
    void slowTransfersDoNotBlockOthers() throws IOException {
        try (RunningServer server = started()) {
            List<BlobClient> slow = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                slow.add(BlobClient.of(SignedIn.as(server, "slow" + i + "@one.test")));
            }
            BlobClient bob = BlobClient.of(SignedIn.as(server, "bob@one.test"));
            BlobClient otherTenantClient = BlobClient.of(SignedIn.as(server, "eve@two.test"));
            int before = new BlobFiles(server.home()).all().size() + slow.size();
            for (BlobClient otherUser : slow) {
                String path = kept(otherUser);
                for (int i = 0; i < UPLOADS; i++) {
                    upload(otherUser);
                }
                // More than the server has threads.
                for (int i = 0; i < 100; i++) {
                    download(otherUser, path);
                }
            }
            server.await(
                    "all uploads begun",
                    () -> new BlobFiles(server.home()).all().size() == before + 3 * UPLOADS);
            server.await("downloads begun", () -> begun() == 3 * DOWNLOADS);
            long from = System.nanoTime();
            everyday(server, directory, bob, "of bob");
            everyday(server, directory, otherTenantClient, "of eve");
            assertThat(slow.get(0).who().get("/.well-known/jmap").statusCode()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(20));
            assertThat(begun()).as("no more than their share").isEqualTo(3 * DOWNLOADS);

            // The open downloads end; others begin in their places.
            for (Socket socket : List.copyOf(downloads)) {
                if (socket.getInputStream().available() > 0) {
                    downloads.remove(socket);
                    socket.close();
                }
            }
            server.await("the next begun", () -> begun() == 3 * DOWNLOADS);
        }
    }

    @Test
    @Covers({"BLOB-14", "LIM-02"})
    void serverEndsSlowTransfersButNoSilentStreams() throws IOException {
        Duration idle = Duration.ofSeconds(2);
        TasksBundle.in(directory.resolve("home"));
        try (RunningServer server = started(
                "--set",
                "server.idle_timeout_seconds=" + idle.toSeconds(),
                "--set",
                "server.min_bytes_per_second=1048576")) {
            BlobClient ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
            EventClient silent = EventClient.of(ann.who(), "");
            silent.started();
            long begun = System.nanoTime();
            String path = kept(ann);
            int files = new BlobFiles(server.home()).all().size();
            for (int i = 0; i < UPLOADS; i++) {
                upload(ann);
            }
            for (int i = 0; i < 2 * DOWNLOADS; i++) {
                download(ann, path);
            }
            server.await("downloads begun", () -> begun() >= DOWNLOADS);
            server.await("all begun and ended", () -> begun() == 2 * DOWNLOADS);
            server.await(
                    "nothing left of the uploads",
                    () -> new BlobFiles(server.home()).all().size() == files);
            assertThat(new String(uploads.get(0).getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 408");
            assertThat(ann.text(ann.store("and now"))).isEqualTo("200 and now");
            long left = begun + 3 * idle.toNanos() - System.nanoTime();
            assertThat(silent.poll(Duration.ofNanos(Math.max(1, left))))
                    .as("three idle times")
                    .isNull();
            String state = Tasks.create(ann.who());
            assertThat(silent.state(ann.who().accountId(), "Task")).isEqualTo(state);
            silent.close();
            assertThat(server.err()).doesNotContain("failed to handle");
        }
    }
}
