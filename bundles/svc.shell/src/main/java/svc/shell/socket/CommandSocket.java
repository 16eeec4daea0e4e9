package svc.shell.socket;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.json.Json;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.operation.Operations;
import svc.api.time.Clock;
import svc.shell.command.CommandEnvironment;
import svc.shell.command.CommandLine;

/**
 * Opens the command socket in a server process. As a {@code Supplier} with {@code svc.launcher=socket} it returns the
 * path of the socket, or an empty string if there is no socket.
 */
@Component(
        service = {Supplier.class, CommandSocket.class, Callable.class},
        immediate = true,
        property = "svc.launcher=socket")
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class CommandSocket implements Supplier<String>, Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(CommandSocket.class);
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final Optional<CommandSocketServer> server;
    private final String failure;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable GogoShell shell;

    /** Opens the socket. A failure is reported by {@link #call()}, because an exception here would only be logged. */
    @Activate
    public CommandSocket(
            @Reference Operations operations, @Reference Json json, @Reference Clock clock, BundleContext context) {
        Optional<CommandSocketServer> opened = Optional.empty();
        String why = "";
        if ("server".equals(context.getProperty("svc.mode"))) {
            try {
                Path home = Path.of(String.valueOf(context.getProperty("svc.home")));
                Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
                CommandLine commandLine = new CommandLine(operations, json, CommandEnvironment.SERVER);
                opened = Optional.of(CommandSocketServer.open(
                        SocketPath.prepare(home, temporary), commandLine, () -> Optional.ofNullable(shell), clock));
            } catch (IOException | UnsupportedOperationException e) {
                LOG.error("The command line's socket cannot be opened", e);
                why = String.valueOf(e.getMessage());
            }
        }
        server = opened;
        failure = why;
    }

    /** Stops the start if the socket is not open, because operators could not control the server. */
    @Override
    public String call() {
        if (!failure.isEmpty()) {
            throw new StartupException(
                    "The socket of the command line cannot be opened: " + failure + ".",
                    "Make the directory run/ of the home writable for the user of the server, on a local file system.");
        }
        return "";
    }

    public void drain() throws IOException, InterruptedException {
        if (server.isPresent()) {
            server.get().drain(DRAIN);
        }
    }

    @Override
    public String get() {
        return server.map(f -> f.path().toString()).orElse("");
    }

    @Deactivate
    public void stop() throws IOException {
        if (server.isPresent()) {
            server.get().close();
        }
    }
}
