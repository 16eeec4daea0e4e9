package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;

/** Quotas, counts and the queue agree with an oracle, whatever users send, cancel and destroy. */
final class SendingModelTest {

    /** A new domain after this number of steps keeps accounts small. */
    private static final int STEPS_PER_DOMAIN = 400;

    @RegisterExtension
    private static final BundleServer SERVER =
            BundleServer.withMail("svc.cap.blob").configured("svc.mail", Map.of("delay.notice.hours", 0));

    @Test
    @Covers(
            value = {"DOM-01", "DOM-02", "ADM-27", "ADM-28"},
            part = "a random life against an oracle")
    void reportedStatusesMatchTheModel() {
        play(Long.getLong("svc.seed", 8_621), 150, 1);
    }

    @Test
    @Tag("soak")
    @Covers(
            value = {"DOM-01", "DOM-02", "ADM-27", "ADM-28"},
            part = "a random life against an oracle")
    void matchesTheModelFor100000Operations() {
        play(Long.getLong("svc.seed", 9_425), Integer.getInteger("svc.steps", 100_000), 10);
    }

    /** Everything is compared after this number of steps. */
    private static void play(long seed, int steps, int compared) {
        for (int domain = 0; domain * STEPS_PER_DOMAIN < steps; domain++) {
            long own = seed + domain;
            SendingSimulation game = new SendingSimulation(SERVER, "h" + own + ".test", new Random(own));
            int last = Math.min(STEPS_PER_DOMAIN, steps - domain * STEPS_PER_DOMAIN);
            for (int step = 0; step < last; step++) {
                boolean compares = step % compared == 0;
                String[] done = {"unfinished"};
                int now = step;
                assertThatCode(() -> {
                            done[0] = game.step();
                            if (compares) {
                                game.compare();
                            }
                        })
                        .as(() -> "seed " + own + ", step " + now + ": " + done[0])
                        .doesNotThrowAnyException();
            }
            game.end();
        }
    }
}
