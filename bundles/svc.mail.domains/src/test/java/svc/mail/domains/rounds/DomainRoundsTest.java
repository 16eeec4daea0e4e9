package svc.mail.domains.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.mail.domains.TestServer;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;

/** The times of the checks. */
final class DomainRoundsTest {

    private static final TestServer TEST = TestServer.create();

    @RegisterExtension
    private static final BundleServer SERVER = TEST.bundles();

    private static void await(String what, int count) {
        Eventually.until(what, () -> asked().size() == count);
    }

    private static List<String> asked() {
        return TEST.zone().asked();
    }

    @Test
    @Covers("SMTP-02")
    void domainsAreCheckedTwoMinutesAfterTheStartAndThenEverySixHours() {
        SERVER.user("ann@one.test");
        SERVER.user("ann@two.test");
        SERVER.user("ann@three.test");
        String record = TEST.register("one.test");
        TEST.register("two.test");
        SERVER.advance(Duration.ofSeconds(115));
        assertThat(asked()).isEmpty();
        SERVER.advance(Duration.ofSeconds(5));
        await("the first domain", 1);
        assertThat(asked()).containsExactly("TXT _svc-proof.one.test");
        // The unregistered domain takes its turn without a lookup, because the server accepts no mail from others.
        SERVER.advance(Duration.ofSeconds(1));
        Eventually.until("the second domain", () -> {
            SERVER.advance(Duration.ofSeconds(1));
            return asked().size() == 2;
        });
        assertThat(asked().get(1)).isEqualTo("TXT _svc-proof.two.test");
        TEST.zone().txt("_svc-proof.one.test", record);
        SERVER.advance(Duration.ofHours(6).minusMinutes(1));
        assertThat(asked()).hasSize(2);
        SERVER.advance(Duration.ofMinutes(1));
        Eventually.until("the second round", () -> {
            SERVER.advance(Duration.ofSeconds(1));
            return asked().size() == 4;
        });
        assertThat(SERVER.json(TEST.operations().show("one.test")).path("state").asText())
                .isEqualTo("verified");
        assertThat(SERVER.json(TEST.operations().show("two.test")).path("state").asText())
                .isEqualTo("pending");
    }
}
