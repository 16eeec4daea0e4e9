package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.launcher.client.SocketClient;

/** The repetitions of {@code svc doctor --watch}. */
final class DoctorWatchTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-27T10:00:00.5Z"));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int watch(boolean terminal, Integer... exits) throws IOException {
        Deque<Integer> left = new ArrayDeque<>(List.of(exits));
        return new DoctorWatch(new PrintStream(out, true, UTF_8), terminal, CLOCK, Duration.ZERO).run(left::remove);
    }

    @Test
    void roundsAreRepeatedUntilTheServerEnds() throws IOException {
        assertThat(watch(false, 0, 2, 1, SocketClient.UNREACHABLE)).isEqualTo(SocketClient.UNREACHABLE);
        assertThat(out.toString(UTF_8)).isEqualToNormalizingNewlines("2026-11-27T10:00:00Z\n".repeat(4));
    }

    @Test
    void aTerminalShowsTheNewestRound() throws IOException {
        watch(true, 0, SocketClient.UNREACHABLE);
        assertThat(out.toString(UTF_8).split("\033\\[H\033\\[2J", -1)).hasSize(3);
    }

    @Test
    void onlyTheFlagOfTheDoctorRepeats() {
        assertThat(DoctorWatch.isAskedBy(LauncherArguments.parse(new String[] {"doctor", "--watch"}, Map.of())))
                .isTrue();
        assertThat(DoctorWatch.isAskedBy(LauncherArguments.parse(new String[] {"status", "--watch"}, Map.of())))
                .isFalse();
    }
}
