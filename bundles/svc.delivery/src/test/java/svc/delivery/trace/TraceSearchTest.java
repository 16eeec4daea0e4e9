package svc.delivery.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.operation.OperationException;
import svc.api.operation.PageRequest;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** How {@code svc mail trace} finds refusals. */
final class TraceSearchTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private final Traces traces = new Traces(SERVER);

    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    @Test
    void refusalIsFoundByEachOfItsParts() {
        LocalMailUser.of(SERVER, "ann@typo.test");
        traces.refuse(Traces.client(1), "0123456789ab-1", "Carl@parts.test", "Anna@typo.test");
        traces.refuse(Traces.client(1), "0123456789ab-2", "carl@parts.test", "annb@typo.test");
        assertThat(Traces.lines(traces.of("0123456789ab-1").path("messages"), "id", "listener", "client", "verdict"))
                .containsExactly("0123456789ab-1 smtp 10.0.0.1 refused");
        assertThat(Traces.events(traces.of("0123456789ab-1")))
                .containsExactly("refused anna@typo.test 550 5.1.1 No account has this address.");
        assertThat(Traces.lines(traces.of("0123456789ab").path("messages"), "id"))
                .as("the id of the connection, the newest first")
                .containsExactly("0123456789ab-2", "0123456789ab-1");
        assertThat(traces.of("0123456789ab-3").path("messages")).isEmpty();
        assertThat(traces.to("ANNA@typo.test").path("messages")).hasSize(1);
        assertThat(traces.find("<carl@PARTS.test>", null, null, Traces.page(100, ""))
                        .path("messages"))
                .hasSize(2);
        assertThat(traces.find("carl@parts.test", "annb@typo.test", null, Traces.page(100, ""))
                        .path("messages"))
                .hasSize(1);
        assertThat(traces.find(null, "anna@typo.test", "typotest", Traces.page(100, ""))
                        .path("messages"))
                .as("the tenant of the domain")
                .hasSize(1);
        assertThat(traces.find(null, "anna@typo.test", "parttest", Traces.page(100, ""))
                        .path("messages"))
                .isEmpty();
        assertThat(traces.of("no such id").path("messages")).isEmpty();
    }

    @Test
    void nullReversePathCanBeFound() {
        traces.refuse(Traces.client(2), "0123456789ac-1", "", "x@null.test");
        assertThat(Traces.lines(
                        traces.find("<>", "x@null.test", null, Traces.page(1, ""))
                                .path("messages"),
                        "sender"))
                .containsExactly("<>");
    }

    @Test
    void refusalWithoutARecipientBelongsToNoTenant() {
        traces.refuse(Traces.client(3), "0123456789ad", "carl@nobody.test");
        JsonNode trace = traces.of("0123456789ad");
        assertThat(Traces.lines(trace.path("messages"), "id", "verdict")).containsExactly("0123456789ad refused");
        assertThat(trace.path("events").path(0).has("recipient")).isFalse();
        assertThat(traces.find("carl@nobody.test", null, "anytest", Traces.page(1, ""))
                        .path("messages"))
                .isEmpty();
    }

    @Test
    void timesLimitWhatIsFound() {
        traces.refuse(Traces.client(4), "0123456789ae-1", "carl@far.test", "x@times.test");
        String first = text(SERVER.now());
        SERVER.advance(Duration.ofMinutes(30));
        traces.refuse(Traces.client(4), "0123456789ae-2", "carl@far.test", "x@times.test");
        String second = text(SERVER.now());
        assertThat(found(first, null)).containsExactly("0123456789ae-2", "0123456789ae-1");
        assertThat(found(first, second)).containsExactly("0123456789ae-1");
        assertThat(found(second, null)).containsExactly("0123456789ae-2");
        assertThat(found("29m", null)).containsExactly("0123456789ae-2");
        assertThat(found("31m", null)).containsExactly("0123456789ae-2", "0123456789ae-1");
        assertThat(found(null, "29m")).containsExactly("0123456789ae-1");
        assertThat(found(second.substring(0, 10), null)).contains("0123456789ae-2");
        assertThat(found(null, "1970-01-01")).isEmpty();
    }

    @Test
    void bufferedRefusalHidesNoLaterEventThatWasStoredBeforeIt() {
        SERVER.advance(Duration.ofHours(1));
        traces.refuse(Traces.client(5), "0123456789af-1", "carl@far.test", "x@times.test");
        assertThat(found("5m", null)).containsExactly("0123456789af-1");
        traces.refuseAt(
                SERVER.now().minusSeconds(1), Traces.client(5), "0123456789af-2", "carl@far.test", "x@times.test");
        assertThat(found("5m", null)).containsExactly("0123456789af-2", "0123456789af-1");
        assertThat(found("31m", null)).containsExactly("0123456789af-2", "0123456789af-1");
    }

    private List<String> found(@Nullable String since, @Nullable String until) {
        return Traces.lines(traces.between(since, until, "x@times.test").path("messages"), "id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "15", "1w", "2026-13-01", "2026-01-01T00:00:00"})
    void otherTimesAreRejected(String time) {
        assertThatThrownBy(() -> traces.between(time, null, "x@times.test"))
                .isInstanceOf(OperationException.class)
                .hasMessageStartingWith("since must be a time span such as 15m");
    }

    @Test
    void pagesShowEachTransactionOnce() {
        for (int i = 0; i < 5; i++) { // each transaction has two events, with others between them
            traces.refuse(Traces.client(5), "0123456789af-" + (i + 1), "carl@pages.test", "x@pages.test");
        }
        for (int i = 0; i < 5; i++) {
            traces.refuse(Traces.client(5), "0123456789af-" + (i + 1), "carl@pages.test", "y@pages.test");
        }
        JsonNode first = traces.find("carl@pages.test", null, null, Traces.page(2, ""));
        JsonNode second = traces.find("carl@pages.test", null, null, page(first));
        JsonNode third = traces.find("carl@pages.test", null, null, page(second));
        assertThat(Traces.lines(first.path("messages"), "id")).containsExactly("0123456789af-5", "0123456789af-4");
        assertThat(first.path("events")).hasSize(4);
        assertThat(Traces.lines(second.path("messages"), "id")).containsExactly("0123456789af-3", "0123456789af-2");
        assertThat(Traces.lines(third.path("messages"), "id")).containsExactly("0123456789af-1");
        assertThat(third.has("next")).isFalse();
    }

    private static PageRequest page(JsonNode before) {
        return Traces.page(2, before.path("next").asText());
    }
}
