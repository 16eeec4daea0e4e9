package svc.shell.socket;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Actor;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;
import svc.shell.command.CommandLine;

/** The open command socket: one thread accepts connections, and one thread serves each connection. */
final class CommandSocketServer implements AutoCloseable {

    /** The maximum number of connections. Further connections wait in the queue of the operating system. */
    static final int MOST_CONNECTIONS = 64;

    private static final Logger LOG = LoggerFactory.getLogger(CommandSocketServer.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BACK_OFF = Duration.ofSeconds(1);
    private static final Duration WARN_EVERY = Duration.ofMinutes(1);

    private final SocketPath place;
    private final ServerSocketChannel server;
    private final CommandLine commandLine;
    private final Supplier<Optional<GogoShell>> shell;
    private final Clock clock;
    private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final Set<SocketChannel> shells = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;

    /** The time of the last warning of the accept thread, in nanoseconds of the clock; 0 before the first warning. */
    private long lastWarning;

    private CommandSocketServer(
            SocketPath place,
            ServerSocketChannel server,
            CommandLine commandLine,
            Supplier<Optional<GogoShell>> shell,
            Clock clock) {
        this.place = place;
        this.server = server;
        this.commandLine = commandLine;
        this.shell = shell;
        this.clock = clock;
    }

    static CommandSocketServer open(
            SocketPath place, CommandLine commandLine, Supplier<Optional<GogoShell>> shell, Clock clock)
            throws IOException {
        return open(place, place.open(), commandLine, shell, clock);
    }

    /** Serves connections of a bound channel. */
    static CommandSocketServer open(
            SocketPath place,
            ServerSocketChannel server,
            CommandLine commandLine,
            Supplier<Optional<GogoShell>> shell,
            Clock clock) {
        CommandSocketServer front = new CommandSocketServer(place, server, commandLine, shell, clock);
        front.thread("svc-socket", front::accept).start();
        return front;
    }

    Path path() {
        return place.socket();
    }

    private Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                room.acquire();
                SocketChannel channel = server.accept();
                open.add(channel);
                thread("svc-command", () -> serve(channel)).start();
            } catch (ClosedChannelException closed) {
                room.release();
                return;
            } catch (IOException e) {
                room.release();
                if (!backOff(e)) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /**
     * Waits after a failure such as a lack of file descriptors, because the failure would otherwise occur again at
     * once.
     */
    private boolean backOff(IOException failure) {
        long now = clock.nanos();
        if (lastWarning == 0 || now - lastWarning >= WARN_EVERY.toNanos()) {
            lastWarning = now;
            LOG.warn("The command socket cannot accept connections: {}", failure.toString());
        }
        try {
            CountDownLatch pause = new CountDownLatch(1);
            clock.schedule(BACK_OFF, pause::countDown);
            pause.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void serve(SocketChannel channel) {
        List<Alarm> cutOffs = new ArrayList<>();
        Runnable watch = () -> cutOffs.add(clock.schedule(PATIENCE, () -> close(channel)));
        Runnable trust = () -> cutOffs.forEach(Alarm::cancel);
        watch.run();
        try (channel) {
            new SocketConnection(Frames.ofServer(channel), commandLine, shell, Actor.console(user(channel)))
                    .hold(
                            request -> {
                                trust.run();
                                if (!request.mode().equals("command")) {
                                    beginShell(channel);
                                }
                            },
                            watch);
        } catch (IOException gone) {
            LOG.debug("A connection to the command line's socket ended early", gone);
        } finally {
            trust.run();
            open.remove(channel);
            shells.remove(channel);
            room.release();
        }
    }

    /** Returns the user name of the peer. It is reported by the operating system, not by the client. */
    private static String user(SocketChannel channel) {
        try {
            return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("The operating system does not report the user of a connection to the command socket", e);
            return "";
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("A connection to the command line's socket could not be closed", e);
        }
    }

    private void beginShell(SocketChannel channel) {
        shells.add(channel);
        if (draining) { // this shell began after the drain had ended the other shells
            endInput(channel);
        }
    }

    /** Ends the input of a shell. The shell then ends after the running command, as if its user had ended the input. */
    private static void endInput(SocketChannel channel) {
        try {
            channel.shutdownInput();
        } catch (IOException gone) {
            LOG.debug("A shell had already ended", gone);
        }
    }

    /** Stops accepting connections, ends the shells and waits up to {@code patience} for running commands. */
    void drain(Duration patience) throws IOException, InterruptedException {
        draining = true;
        server.close();
        shells.forEach(CommandSocketServer::endInput);
        if (room.tryAcquire(MOST_CONNECTIONS, patience.toMillis(), TimeUnit.MILLISECONDS)) {
            room.release(MOST_CONNECTIONS);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        open.forEach(CommandSocketServer::close);
        place.remove();
    }
}
