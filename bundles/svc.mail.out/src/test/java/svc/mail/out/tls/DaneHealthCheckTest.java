package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.health.Finding.Status;
import svc.testclock.AdvanceableClock;

/** The health check of DANE. */
final class DaneHealthCheckTest {

    private final AdvanceableClock clock = new AdvanceableClock();
    private final NamedAnswers dns = new NamedAnswers();
    private final DaneHealthCheck check = new DaneHealthCheck(true, dns, clock);

    @AfterEach
    void stop() {
        clock.stop();
    }

    private Status status() {
        return check.run().get(0).status();
    }

    @Test
    void asksNothingInTheFirstTwoMinutes() {
        clock.advance(Duration.ofSeconds(60));

        assertThat(status()).isEqualTo(Status.SKIPPED);
        assertThat(dns.asked).isEmpty();
    }

    @Test
    void warnsAboutAnswersThatAreNotAuthenticated() {
        clock.advance(Duration.ofMinutes(2));

        assertThat(status()).isEqualTo(Status.WARN);
        dns.put("MX org", new None<>(Security.SECURE));
        assertThat(status()).isEqualTo(Status.OK);
        dns.fail("MX org", Failure.TEMPORARY);
        assertThat(status()).isEqualTo(Status.SKIPPED);
    }

    @Test
    void isSkippedWithoutDane() {
        clock.advance(Duration.ofMinutes(2));

        assertThat(new DaneHealthCheck(false, dns, clock).run().get(0).status()).isEqualTo(Status.SKIPPED);
    }
}
