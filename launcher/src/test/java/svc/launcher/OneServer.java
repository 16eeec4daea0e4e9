package svc.launcher;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server for all tests of a class. */
final class OneServer implements BeforeAllCallback, AfterAllCallback {

    private final Supplier<RunningServer> start;
    private @Nullable RunningServer server;

    /**
     * A server.
     *
     * @param start starts it when the tests begin
     */
    OneServer(Supplier<RunningServer> start) {
        this.start = start;
    }

    /** One with nothing set, in a home that may be made when the tests begin. */
    static OneServer in(Supplier<Path> home) {
        return new OneServer(() -> SvcCommand.svc().start(home.get()).ready());
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = start.get();
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
