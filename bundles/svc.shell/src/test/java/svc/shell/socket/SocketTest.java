package svc.shell.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.shell.OtherUser;
import svc.shell.Platform;
import svc.shell.Platform.Finished;
import svc.shell.RawClient;
import svc.testkit.Prerequisite;

/** The command socket: access, invalid requests and its path. */
class SocketTest {

    @TempDir
    private static Path home;

    private static Platform platform;

    @BeforeAll
    static void start() throws Exception {
        platform = Platform.boot(home, "server");
    }

    @AfterAll
    static void stop() throws Exception {
        Path socket = platform.socket();
        platform.close();
        assertThat(socket).doesNotExist();
    }

    private static void assertServes() throws Exception {
        assertThat(RawClient.run(platform.socket(), "version").exit()).isZero();
    }

    @Test
    void theSocketAndItsDirectoryAreTheOwnersAlone() throws Exception {
        assertThat(platform.socket()).isEqualTo(home.resolve("run/svc.sock"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(platform.socket())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("run"))))
                .isEqualTo("rwx------");
        assertThat(platform.step("verify")).isEqualTo("");
    }

    @Test
    void anotherUserIsKeptOut() throws Exception {
        Prerequisite.machine(
                "SocketTest", System.getProperty("user.name").equals("root"), "only root can become another user");
        Prerequisite.program("SocketTest", "setpriv");
        Path classes = Files.createTempDirectory("svc-other-user");
        Files.setPosixFilePermissions(classes, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path code = Files.createDirectories(classes.resolve("svc/shell")).resolve("OtherUser.class");
        Files.copy(OtherUser.class.getResourceAsStream("OtherUser.class"), code);
        // Even if the directory is accessible, the socket itself denies access to other users.
        for (String directory : List.of("rwx------", "rwxr-xr-x")) {
            Files.setPosixFilePermissions(home.resolve("run"), PosixFilePermissions.fromString(directory));
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
            assertThat(asNobody(classes)).isEqualTo(42);
        }
        Files.setPosixFilePermissions(home.resolve("run"), PosixFilePermissions.fromString("rwx------"));
        Files.delete(code);
    }

    private static int asNobody(Path classes) throws Exception {
        return new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        classes.toString(),
                        "svc.shell.OtherUser",
                        platform.socket().toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n",
                "SVX\u0001",
                "SVC\u0001Z\u0000\u0000\u0000\u0000",
                "SVC\u0001I\u0000\u0000\u0000\u0000",
                "SVC\u0001Q\u007f\u00ff\u00ff\u00ff",
                "SVC\u0001Q\u00ff\u00ff\u00ff\u00ff",
                "SVC\u0001Q\u0000\u0000\u0000\u0000",
                "SVC\u0001Q\u0000\u0000\u0000\u0004\u007f\u00ff\u00ff\u00ff",
                "SVC\u0001Q\u0000\u0000\u0000\u0004\u00ff\u00ff\u00ff\u00ff",
                "SVC\u0001Q\u0000\u0000\u0000\u0003abc",
            })
    void invalidFramesAreRejectedAndTheServerKeepsRunning(String bytes) throws Exception {
        try (RawClient client = new RawClient(platform.socket())) {
            Finished finished = client.raw(bytes).answer();
            assertThat(finished.exit()).isEqualTo(2);
            assertThat(finished.err()).contains("does not understand this client");
        }
        assertServes();
    }

    @Test
    void anotherVersionIsRefusedInWordsThatHelp() throws Exception {
        try (RawClient client = new RawClient(platform.socket())) {
            Finished finished = client.raw("SVC\u0002").answer();
            assertThat(finished.exit()).isEqualTo(2);
            assertThat(finished.err()).contains("version 2", "Use the svc program of the running distribution");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative", "/nul\u0000l", "no/slash"})
    void aDirectoryThatIsNoneIsRefused(String directory) throws Exception {
        try (RawClient client = new RawClient(platform.socket())) {
            assertThat(client.open("command", directory, "version").answer().exit())
                    .isEqualTo(2);
        }
    }

    @Test
    void anUnknownModeAndASecondRequestAreRefused() throws Exception {
        try (RawClient client = new RawClient(platform.socket())) {
            assertThat(client.open("telnet", "/", "version").answer().exit()).isEqualTo(2);
        }
        try (RawClient client = new RawClient(platform.socket())) {
            client.open("shell", "/");
            client.frame('Q', new byte[0]);
            assertThat(client.answer().exit()).isEqualTo(2);
        }
        assertServes();
    }

    @Test
    void bytesAtRandomNeverHarmTheServer() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            try (RawClient client = new RawClient(platform.socket())) {
                if (random.nextBoolean()) {
                    client.raw("SVC\u0001Q");
                }
                client.send(ByteBuffer.wrap(bytes));
            } catch (java.io.IOException refusedEarly) {
                assertThat(refusedEarly).isNotNull();
            }
        }
        assertServes();
    }

    @Test
    void idleConnectionsAreClosed() throws Exception {
        try (RawClient client = new RawClient(platform.socket());
                RawClient half = new RawClient(platform.socket())) {
            half.raw("SVC\u0001Q\u0000\u0000");
            Thread closing = new Thread(() -> advanceUntilInterrupted());
            closing.start();
            try {
                assertThat(client.answer().exit()).isEqualTo(-1);
                assertThat(half.answer().exit()).isEqualTo(-1);
            } finally {
                closing.interrupt();
                closing.join();
            }
        }
        assertServes();
    }

    private static void advanceUntilInterrupted() {
        while (!Thread.currentThread().isInterrupted()) {
            platform.clock.advance(Duration.ofSeconds(11));
            Thread.onSpinWait();
        }
    }

    @Test
    void manyClientsAtOnceEachGetTheirOwnAnswer() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(32);
        List<Future<Finished>> answers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            String ip = "192.0.2." + (i % 9);
            answers.add(clients.submit(() -> RawClient.run(platform.socket(), "ban", "remove", ip, "--json")));
        }
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).get().out()).isEqualTo("{\"ip\":\"192.0.2." + (i % 9) + "\"}\n");
        }
        clients.shutdown();
    }

    /** More than the system buffers: the client can only send all of it while the server still reads. */
    @Test
    void aClientThatStillSendsReceivesTheWholeAnswer() throws Exception {
        try (RawClient client = new RawClient(platform.socket())) {
            client.open("command", "/", "version");
            for (int i = 0; i < 64; i++) {
                client.frame('I', new byte[Frames.LONGEST_INPUT]);
            }
            Finished finished = client.frame('E', new byte[0]).answer();
            assertThat(finished.exit()).isZero();
            assertThat(finished.out()).isNotBlank();
        }
    }

    @Test
    void moreShellsThanThereIsRoomWaitTheirTurn() throws Exception {
        List<RawClient> shells = new ArrayList<>();
        for (int i = 0; i < CommandSocketServer.MOST_CONNECTIONS; i++) {
            RawClient shell = new RawClient(platform.socket());
            shells.add(shell.open("script", "/"));
        }
        try (RawClient waiting = new RawClient(platform.socket())) {
            waiting.open("command", "/", "version").frame('E', new byte[0]);
            shells.get(0).close();
            assertThat(waiting.answer().exit()).isZero();
        }
        for (RawClient shell : shells) {
            shell.close();
        }
        assertServes();
    }

    @Test
    void aPathThatIsTooLongIsPutIntoAShortPrivateDirectory(@TempDir Path base) throws Exception {
        Path deep = Files.createDirectories(base.resolve("d".repeat(120)));
        Path shortOnes = Files.createDirectory(base.resolve("s"));
        SocketPath place = SocketPath.prepare(deep, shortOnes);
        try (ServerSocketChannel open = place.open()) {
            assertThat(open.isOpen()).isTrue();
            assertThat(place.socket().toString().length()).isLessThan(108);
            assertThat(place.socket()).startsWithRaw(shortOnes);
            assertThat(deep.resolve("run/svc.sock.at"))
                    .hasContent(place.socket().toString());
            Path directory = place.socket().getParent();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
        }
        // As after a crash: the socket was not deleted.
        SocketPath next = SocketPath.prepare(deep, shortOnes);
        assertThat(place.socket().getParent()).doesNotExist();
        next.remove();
        try (Stream<Path> left = Files.list(shortOnes)) {
            assertThat(left).isEmpty();
        }
        assertThat(deep.resolve("run/svc.sock.at")).doesNotExist();
    }

    @Test
    void theSocketOfADeadProcessIsClearedAwayAndThatOfALivingOneIsNot(@TempDir Path base) throws Exception {
        Path socket = Files.createDirectories(base.resolve("run")).resolve("svc.sock");
        ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        dead.bind(UnixDomainSocketAddress.of(socket));
        assertThatThrownBy(() -> SocketPath.prepare(base, base)).hasMessageContaining("another server answers");
        dead.close();
        assertThat(socket).exists();
        SocketPath place = SocketPath.prepare(base, base);
        try (ServerSocketChannel open = place.open()) {
            assertThat(open.isOpen()).isTrue();
        }
        place.remove();
    }
}
