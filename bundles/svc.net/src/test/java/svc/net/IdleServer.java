package svc.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A server in a process of its own, whose memory a test measures. It prints its ports, and for each line of its input the
 * number of connections, the used heap in bytes and the resident memory in kilobytes.
 */
final class IdleServer {

    private IdleServer() {}

    public static void main(String[] arguments) throws Exception {
        try (RunningLineServer running = RunningLineServer.at(
                        Path.of(arguments[0]), "max_connections", 100_000, "max_connections_per_network", 100_000);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(running.port("echo") + " " + running.port("echos"));
            while (in.readLine() != null) {
                long heap = heap();
                System.out.println(running.connections() + " " + heap + " " + residentKilobytes());
            }
        }
    }

    /** Returns the used heap after full collections. */
    private static long heap() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            used = Math.min(
                    used,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return used;
    }

    private static long residentKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
