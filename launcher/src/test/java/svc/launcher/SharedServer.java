package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The servers that the classes of a test process share. A server starts with the first class that uses it. Each class uses
 * domains of its own, and does not stop the server or remove an extension.
 */
final class SharedServer {

    private SharedServer() {}

    /** Returns the server with the extensions {@link TasksBundle} and {@link KeepsBundle}. */
    static RunningServer plain() {
        return Plain.SERVER;
    }

    /**
     * Returns a server like {@link #plain()}, with the clock of {@link TestClock}, which classes only advance, and with
     * {@link WhoAmIBundle}.
     */
    static RunningServer withClock() {
        return WithClock.SERVER;
    }

    /** Returns a server like {@link #withClock()} that requires proofs of possession (RFC 9449). */
    static RunningServer withProofs() {
        return WithProofs.SERVER;
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

    private static final class Plain {

        static final RunningServer SERVER =
                start(SvcCommand.svc(), home(), "server.cors_origins=[\"https://app.example.org\"]");
    }

    private static final class WithClock {

        static final RunningServer SERVER = start(TestClock.svc(), WhoAmIBundle.in(home()));
    }

    private static final class WithProofs {

        static final RunningServer SERVER = start(
                TestClock.svc(),
                WhoAmIBundle.in(home()),
                "auth.dpop_resource=\"require\"",
                "imap.listen=\"127.0.0.1:0\"");
    }
}
