package svc.mail.out.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import svc.testkit.Eventually;

/** How the results of sessions are counted and stored. */
final class TlsResultsTest extends ReportFixture {

    @Test
    void resultsAreWrittenTogether() {
        for (int i = 0; i < 1_000; i++) {
            results.count(success("example.net"));
        }
        results.count(expired("example.net"));
        assertThat(rows()).isZero();

        clock.advance(TlsResults.PAUSE);
        Eventually.until("written", () -> rows() == 2);
        results.count(success("example.net"));
        results.flush();
        assertThat(rows()).isEqualTo(2);
        assertThat(number("SELECT sessions FROM tls_result WHERE failure = ''")).isEqualTo(1_001);
    }

    @Test
    void numberOfDifferentResultsIsLimited() {
        IntStream.rangeClosed(0, TlsResults.CAPACITY).forEach(i -> results.count(success("d" + i + ".example")));
        results.count(success("d0.example"));
        results.flush();

        assertThat(rows()).isEqualTo(TlsResults.CAPACITY);
    }

    @Test
    void nothingIsWrittenWithoutReports() {
        TlsResults off = new TlsResults(false, store.store(), clock);
        off.count(success("example.net"));
        off.stop();

        assertThat(rows()).isZero();
    }
}
