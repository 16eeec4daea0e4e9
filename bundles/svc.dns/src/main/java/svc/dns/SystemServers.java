package svc.dns;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import svc.api.net.IpNetwork;
import svc.api.time.Clock;

/** The name servers of {@code /etc/resolv.conf}, read again when they are needed after a minute. Thread-safe. */
final class SystemServers implements Supplier<List<InetSocketAddress>> {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int PORT = 53;

    private final Path file;
    private final Clock clock;
    private List<InetSocketAddress> servers;
    private long readAt;

    SystemServers(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
        this.servers = read();
        this.readAt = clock.nanos();
    }

    @Override
    public synchronized List<InetSocketAddress> get() {
        if (clock.nanos() - readAt >= INTERVAL.toNanos()) {
            servers = read();
            readAt = clock.nanos();
        }
        return servers;
    }

    /** Without a name server in the file, the server of this machine is used (resolv.conf(5)). */
    private List<InetSocketAddress> read() {
        try (Stream<String> lines = Files.lines(file)) {
            List<InetSocketAddress> found = lines.map(line -> line.strip().split("\\s+"))
                    .filter(words -> words.length > 1 && words[0].equals("nameserver"))
                    .map(words -> IpNetwork.address(words[1]))
                    .flatMap(Optional::stream)
                    .map(address -> new InetSocketAddress(address, PORT))
                    .toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // as if the file were empty
        }
        return List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT));
    }
}
