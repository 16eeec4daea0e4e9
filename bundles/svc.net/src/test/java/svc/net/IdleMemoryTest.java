package svc.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.LineClient;
import svc.testkit.Prerequisite;

/** Measures the memory of idle connections in a server process; the clients are in this process. */
class IdleMemoryTest {

    private static final long MOST = 20_000;
    private static final int WARM_UP = 50;

    @TempDir
    Path home;

    private record Memory(int connections, long heap, long residentKilobytes) {}

    /** The server's process. */
    private record Server(Process process, BufferedReader out, Writer in, int plainPort, int tlsPort)
            implements AutoCloseable {

        static Server start(Path home) throws IOException {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:MinHeapFreeRatio=5",
                            "-XX:MaxHeapFreeRatio=10",
                            "-Xms16m",
                            "-Xmx1g",
                            "-cp",
                            System.getProperty("java.class.path"),
                            IdleServer.class.getName(),
                            home.toString())
                    .redirectError(home.resolve("errors.txt").toFile())
                    .start();
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            String[] ports = read(out);
            return new Server(
                    process,
                    out,
                    process.outputWriter(StandardCharsets.UTF_8),
                    Integer.parseInt(ports[0]),
                    Integer.parseInt(ports[1]));
        }

        /** Reads the next line of numbers; the log writes to the same output. */
        private static String[] read(BufferedReader out) throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.matches("[0-9 ]+")) {
                    return line.split(" ", -1);
                }
            }
            throw new IOException("the server has ended");
        }

        /** Measures when the server has the given number of connections. */
        Memory measure(int connections) throws IOException {
            for (int i = 0; i < 1_000; i++) {
                in.write("\n");
                in.flush();
                long[] numbers =
                        Arrays.stream(read(out)).mapToLong(Long::parseLong).toArray();
                if (numbers[0] == connections) {
                    return new Memory(connections, numbers[1], numbers[2]);
                }
            }
            throw new IOException("the server does not have " + connections + " connections");
        }

        @Override
        public void close() throws IOException {
            in.close();
            process.destroyForcibly();
        }
    }

    @Test
    void anIdleTlsConnectionTakesAFewKilobytesOfHeap() throws Exception {
        Memory each = each(150, true);
        assertThat(each.heap).as("bytes of heap of one connection").isLessThan(MOST);
    }

    @Test
    @Tag("soak")
    void tenThousandIdleTlsConnectionsTakeLessThanTwentyKilobytesEach() throws Exception {
        Memory each = each(10_000, true);
        assertThat(each.heap).as("bytes of heap of one connection").isLessThan(MOST);
        assertThat(each.residentKilobytes * 1_000)
                .as("resident bytes of one connection")
                .isLessThan(MOST);
    }

    @Test
    @Tag("soak")
    void tenThousandIdlePlainConnectionsTakeLessThanFiveKilobytesEach() throws Exception {
        assertThat(each(10_000, false).heap).isLessThan(MOST / 4);
    }

    /** Opens connections that did one command, and returns the memory of one of them. */
    private Memory each(int count, boolean tls) throws Exception {
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        Prerequisite.machine(
                "IdleMemoryTest",
                files >= count + 500 && Files.exists(Path.of("/proc/self/status")),
                "a process can open only " + files + " files, or has no /proc");
        List<LineClient> clients = new ArrayList<>();
        try (Server server = Server.start(home)) {
            open(server, WARM_UP, tls, clients);
            close(clients);
            Memory before = server.measure(0);
            open(server, count, tls, clients);
            Memory after = server.measure(count);
            Memory each = new Memory(
                    count,
                    (after.heap - before.heap) / count,
                    (after.residentKilobytes - before.residentKilobytes) / count);
            System.out.println(
                    (tls ? "TLS: " : "plain: ") + each + " on Java " + Runtime.version() + ", resident in all "
                            + after.residentKilobytes + " kB, before " + before.residentKilobytes + " kB");
            return each;
        } finally {
            close(clients);
        }
    }

    private static void open(Server server, int count, boolean tls, List<LineClient> clients) throws Exception {
        for (int i = 0; i < count; i++) {
            LineClient client = LineClient.connect(tls ? server.tlsPort : server.plainPort);
            clients.add(client);
            if (tls) {
                client.tls();
            }
            assertThat(client.line()).isEqualTo("220 ready");
            assertThat(client.ask("ECHO hi")).isEqualTo("hi");
        }
    }

    private static void close(List<LineClient> clients) throws IOException {
        for (LineClient client : clients) {
            client.close();
        }
        clients.clear();
    }
}
