package svc.shell;

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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Actor;
import svc.api.time.Clock;

/** The open socket: a thread that accepts, and one for each connection. */
final class SocketFront implements AutoCloseable {

    /** So many at once; one more waits in the system's queue. */
    static final int MOST_CONNECTIONS = 64;

    private static final Logger LOG = LoggerFactory.getLogger(SocketFront.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SocketPlace place;
    private final ServerSocketChannel server;
    private final CommandLine commandLine;
    private final Supplier<Optional<GogoShell>> shell;
    private final Clock clock;
    private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final Set<SocketChannel> shells = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;

    private SocketFront(SocketPlace place, CommandLine commandLine, Supplier<Optional<GogoShell>> shell, Clock clock)
            throws IOException {
        this.place = place;
        this.server = place.open();
        this.commandLine = commandLine;
        this.shell = shell;
        this.clock = clock;
    }

    static SocketFront open(
            SocketPlace place, CommandLine commandLine, Supplier<Optional<GogoShell>> shell, Clock clock)
            throws IOException {
        SocketFront front = new SocketFront(place, commandLine, shell, clock);
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
                LOG.warn("The command line's socket cannot accept a connection", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void serve(SocketChannel channel) {
        List<Clock.Alarm> cutOffs = new ArrayList<>();
        Runnable watch = () -> cutOffs.add(clock.after(PATIENCE, () -> close(channel)));
        Runnable trust = () -> cutOffs.forEach(Clock.Alarm::cancel);
        watch.run();
        try (channel) {
            new Conversation(new Frames(channel, channel), commandLine, shell, Actor.console(user(channel)))
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

    /** As the system says, not the client. */
    private static String user(SocketChannel channel) {
        try {
            return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("The system does not say who is at the command line's socket", e);
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
        if (draining) { // it came too late to be among those that the drain ended
            endInput(channel);
        }
    }

    /** A shell then ends as if its user had left, after the command that runs. */
    private static void endInput(SocketChannel channel) {
        try {
            channel.shutdownInput();
        } catch (IOException gone) {
            LOG.debug("A shell had already gone", gone);
        }
    }

    /** Accepts nobody any more, ends the shells and gives commands some time to end. */
    void drain(Duration patience) throws IOException, InterruptedException {
        draining = true;
        server.close();
        shells.forEach(SocketFront::endInput);
        if (room.tryAcquire(MOST_CONNECTIONS, patience.toMillis(), TimeUnit.MILLISECONDS)) {
            room.release(MOST_CONNECTIONS);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        open.forEach(SocketFront::close);
        place.remove();
    }
}
