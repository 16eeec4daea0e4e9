package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.capability.MailOracle;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;

/**
 * Model test: random operations create, update, move and destroy emails and mailboxes and move the trash role. After
 * each step, the server must agree with an oracle that recounts everything, and three clients that only follow changes
 * must have the same data.
 */
final class MailModelTest {

    private static final int ACCOUNT_STEPS = 500;

    @TempDir
    private Path directory;

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void countsThreadsAndQueriesMatchTheModel() {
        play(Integer.getInteger("svc.seed", 1), 500);
    }

    @Test
    @Tag("soak")
    @Covers(value = "DOM-01", part = "mail")
    void matchesTheModelFor200000Operations() {
        play(1_000, 200_000);
    }

    private void play(long first, int steps) {
        try (MailHome home = new MailHome(directory)) {
            for (int i = 0; i * ACCOUNT_STEPS < steps; i++) {
                new Game(new EngineAccount(home, home.account("player" + i)), first + i).play(ACCOUNT_STEPS);
            }
        }
    }

    /** The test of one account. */
    private static final class Game {
        private final MailOracle oracle;
        private final RandomMailOperations moves;
        private final List<MailFollower> followers = new ArrayList<>();
        private final Random random;
        private final long seed;
        private String done = "";

        Game(AccountUnderTest account, long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.oracle = new MailOracle(account);
            this.moves = new RandomMailOperations(account, oracle, random);
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
