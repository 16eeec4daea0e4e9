package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * Messages come, go, move and get other keywords, mailboxes are made, destroyed and become the trash, at random; after every step the
 * server tells what an oracle does that counts everything anew, and three clients who follow only changes hold what there is.
 */
final class MailModelTest {

    private static final int ACCOUNT_STEPS = 500;

    @TempDir
    private Path directory;

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void countsThreadsAndQueriesAreWhatAnOracleCounts() {
        play(Integer.getInteger("svc.seed", 1), 2_000);
    }

    @Test
    @Tag("soak")
    @Covers(value = "DOM-01", part = "mail")
    void theSameTwoHundredThousandTimes() {
        play(1_000, 200_000);
    }

    private void play(long first, int steps) {
        try (MailHome home = new MailHome(directory)) {
            for (int i = 0; i * ACCOUNT_STEPS < steps; i++) {
                new Game(new EngineAccount(home, home.account("player" + i)), first + i).play(ACCOUNT_STEPS);
            }
        }
    }

    /** One account. */
    private static final class Game {
        private final MailOracle oracle;
        private final MailMoves moves;
        private final List<MailFollower> followers = new ArrayList<>();
        private final Random random;
        private final long seed;
        private String done = "";

        Game(PlayedAccount account, long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.oracle = new MailOracle(account);
            this.moves = new MailMoves(account, oracle, random);
            for (int i = 0; i < 3; i++) {
                followers.add(new MailFollower(account, oracle, random));
            }
        }

        void play(int steps) {
            for (int step = 0; step < steps; step++) {
                int now = step;
                done = "";
                assertThatCode(this::step)
                        .as(() -> "seed " + seed + ", step " + now + ": " + done)
                        .doesNotThrowAnyException();
            }
            followers.forEach(MailFollower::follow);
        }

        private void step() {
            done = moves.step();
            oracle.check();
            followers.get(random.nextInt(followers.size())).follow();
        }
    }
}
