package svc.push.web.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.http.client.OutboundResponse;

class OutcomeTest {

    private static Outcome outcome(int status, String retryAfter) {
        Map<String, String> fields = retryAfter.isEmpty() ? Map.of() : Map.of("retry-after", retryAfter);
        return Outcome.of(
                new OutboundResponse(status, fields, InputStream.nullInputStream()),
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void mapsResponsesToOutcomes() {
        assertThat(outcome(201, "").isAccepted()).isTrue();
        assertThat(outcome(410, "").isGone()).isTrue();
        assertThat(outcome(404, "").isGone()).isTrue();
        Outcome redirect = outcome(307, "");
        assertThat(redirect.isAccepted() || redirect.isTemporary() || redirect.isGone())
                .isFalse();
        Outcome busy = outcome(429, "120");
        assertThat(busy.isTooManyRequests()).isTrue();
        assertThat(busy.pause()).isEqualTo(Duration.ofMinutes(2));
        assertThat(outcome(503, "Sun, 06 Nov 1994 08:49:37 GMT").pause()).isZero();
        assertThat(outcome(503, "Thu, 01 Jan 2026 00:01:00 GMT").pause()).isEqualTo(Duration.ofMinutes(1));
        assertThat(outcome(503, "soon").pause()).isZero();
    }
}
