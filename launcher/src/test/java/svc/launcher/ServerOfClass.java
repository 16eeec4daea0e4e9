package svc.launcher;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
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

    /** Returns an extension with {@link SharedServer#plain()}. */
    static ServerOfClass shared() {
        return new ServerOfClass(SharedServer::plain, true);
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
}
