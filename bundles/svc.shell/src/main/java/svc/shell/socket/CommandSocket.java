package svc.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.boot.BootRefusal;
import svc.api.json.Json;
import svc.api.operation.Operations;
import svc.api.time.Clock;

/**
 * Opens the socket in a server, and only there. As a {@code Supplier} with {@code svc.launcher=socket} it tells the path;
 * empty when there is no socket.
 */
@Component(
        service = {Supplier.class, SocketService.class},
        immediate = true,
        property = "svc.launcher=socket")
public final class SocketService implements Supplier<String> {

    private static final Logger LOG = LoggerFactory.getLogger(SocketService.class);
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final Optional<SocketFront> front;
    private final String failure;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable GogoShell shell;

    /** Opens the socket; that it could not is told by {@link #verify()}, because here it would only be a line of the log. */
    @Activate
    public SocketService(
            @Reference Operations operations, @Reference Json json, @Reference Clock clock, BundleContext context) {
        Optional<SocketFront> opened = Optional.empty();
        String why = "";
        if ("server".equals(context.getProperty("svc.mode"))) {
            try {
                Path home = Path.of(String.valueOf(context.getProperty("svc.home")));
                Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
                CommandLine commandLine = new CommandLine(operations, json, Surroundings.SERVER);
                opened = Optional.of(SocketFront.open(
                        SocketPlace.prepare(home, temporary), commandLine, () -> Optional.ofNullable(shell), clock));
            } catch (IOException | UnsupportedOperationException e) {
                LOG.error("The command line's socket cannot be opened", e);
                why = String.valueOf(e.getMessage());
            }
        }
        front = opened;
        failure = why;
    }

    /** Refuses the start when the socket is not there: nobody could operate the server. */
    void verify() {
        if (!failure.isEmpty()) {
            throw new BootRefusal(
                    "The socket of the command line cannot be opened: " + failure + ".",
                    "Make the directory run/ of the home writable for the user of the server, on a local file system.");
        }
    }

    void drain() throws IOException, InterruptedException {
        if (front.isPresent()) {
            front.get().drain(DRAIN);
        }
    }

    @Override
    public String get() {
        return front.map(f -> f.path().toString()).orElse("");
    }

    /** Closes the socket and takes it away. */
    @Deactivate
    public void stop() throws IOException {
        if (front.isPresent()) {
            front.get().close();
        }
    }
}
