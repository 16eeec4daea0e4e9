package svc.shell.socket;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import svc.shell.FailingChannel;
import svc.shell.Platform;
import svc.shell.RawClient;
import svc.shell.SettableClock;
import svc.shell.command.CommandEnvironment;
import svc.shell.command.CommandLine;
import svc.testkit.Eventually;

/** The command socket when it cannot accept connections. */
class SocketBackOffTest {

    /** More than the maximum number of connections: a failed accept must not occupy a connection. */
    private static final int FAILURES = CommandSocketServer.MOST_CONNECTIONS + 6;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    @TempDir
    private Path home;

    @Test
    void acceptIsTriedOnceASecondAndServesWhenItSucceeds() throws Exception {
        SettableClock clock = new SettableClock();
        clock.advance(PAUSE);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(CommandSocketServer.class);
        log.start();
        logger.addAppender(log);
        try (Platform platform = Platform.boot(home, "console")) {
            SocketPath place = SocketPath.prepare(home, home);
            FailingChannel channel = new FailingChannel(place.open());
            CommandLine commands = new CommandLine(platform.operations(), platform.json(), CommandEnvironment.SERVER);
            try (CommandSocketServer front =
                    CommandSocketServer.open(place, channel, commands, Optional::empty, clock)) {
                for (int i = 1; i < FAILURES; i++) {
                    awaitPause(clock);
                    assertThat(channel.attempts()).isEqualTo(i);
                    clock.advance(PAUSE.minusNanos(1));
                    assertThat(clock.waiting()).as("it still waits").isEqualTo(1);
                    clock.advance(Duration.ofNanos(1));
                }
                awaitPause(clock);
                assertThat(channel.attempts()).isEqualTo(FAILURES);
                assertThat(warnings(log)).as("one a minute").hasSize(2).allMatch(line -> line.contains("Too many"));
                channel.recover();
                clock.advance(PAUSE);
                assertThat(RawClient.run(front.path(), "version").exit()).isZero();
                assertThat(RawClient.run(front.path(), "version").exit()).isZero();
            }
        } finally {
            logger.detachAppender(log);
        }
    }

    private static void awaitPause(SettableClock clock) {
        Eventually.until("waiting", () -> clock.waiting() == 1);
    }

    private static List<String> warnings(ListAppender<ILoggingEvent> log) {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
