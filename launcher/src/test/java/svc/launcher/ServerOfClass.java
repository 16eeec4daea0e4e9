package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server for all tests of a class, or for several classes that need no other configuration and no home of their own. */
final class ServerOfClass implements BeforeAllCallback, AfterAllCallback {

    private final Supplier<RunningServer> start;
    private final boolean shared;
    private @Nullable RunningServer server;

    /**
     * Creates the extension.
     *
     * @param start starts the server before the first test
     */
    ServerOfClass(Supplier<RunningServer> start) {
        this(start, false);
    }

    private ServerOfClass(Supplier<RunningServer> start, boolean shared) {
        this.start = start;
        this.shared = shared;
    }

    /** Returns a server without further configuration; the home may be created later, before the first test. */
    static ServerOfClass in(Supplier<Path> home) {
        return new ServerOfClass(() -> SvcCommand.svc().start(home.get()).ready());
    }

    /** Returns an extension with {@link #sharedServer()}. */
    static ServerOfClass shared() {
        return new ServerOfClass(ServerOfClass::sharedServer, true);
    }

    /**
     * Returns the server of this virtual machine. It has the extensions {@link TasksBundle} and {@link KeepsBundle}. Each
     * class uses domains of its own, and does not stop the server or remove an extension.
     */
    static RunningServer sharedServer() {
        return Shared.SERVER;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = start.get();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null && !shared) {
            server.close();
        }
    }

    RunningServer running() {
        return Objects.requireNonNull(server, "tests have begun");
    }

    /**
     * Returns a server like {@link #sharedServer()}, with the clock of {@link TestClock}, which classes only advance, and
     * with {@link WhoAmIBundle}.
     */
    static RunningServer sharedServerWithClock() {
        return SharedWithClock.SERVER;
    }

    /** Returns a server like {@link #sharedServerWithClock()} that requires proofs of possession (RFC 9449). */
    static RunningServer sharedServerWithProofs() {
        return SharedWithProofs.SERVER;
    }

    private static Path home() {
        try {
            Path folder = Files.createTempDirectory(SvcCommand.DISTRIBUTION.getParent(), "shared-server");
            return TasksBundle.in(KeepsBundle.in(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RunningServer start(SvcCommand command, Path home, String... more) {
        List<String> settings = new ArrayList<>(List.of("push.allow_private_targets=true", "auth.basic=\"all\""));
        settings.addAll(List.of(more));
        String[] words = settings.stream()
                .flatMap(setting -> Stream.of("--set", setting))
                .toArray(String[]::new);
        RunningServer server = command.start(home, words).ready();
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return server;
    }

    /** Starts with the first class that uses it. */
    private static final class Shared {

        static final RunningServer SERVER =
                start(SvcCommand.svc(), home(), "server.cors_origins=[\"https://app.example.org\"]");
    }

    /** Starts with the first class that uses it. */
    private static final class SharedWithClock {

        static final RunningServer SERVER = start(TestClock.svc(), WhoAmIBundle.in(home()));
    }

    /** Starts with the first class that uses it. */
    private static final class SharedWithProofs {

        static final RunningServer SERVER =
                start(TestClock.svc(), WhoAmIBundle.in(home()), "auth.dpop_resource=\"require\"");
    }
}
