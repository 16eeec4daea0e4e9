package svc.launcher;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server with nothing set, for all tests of a class. */
final class OneServer implements BeforeAllCallback, AfterAllCallback {

    private final Supplier<Path> home;
    private @Nullable RunningServer server;

    /**
     * A server in a home.
     *
     * @param home the home, which it may make when the tests begin
     */
    OneServer(Supplier<Path> home) {
        this.home = home;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = SvcCommand.svc().start(home.get()).ready();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null) {
            server.close();
        }
    }

    RunningServer running() {
        return Objects.requireNonNull(server, "tests have begun");
    }
}
