package svc.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

final class EventSourceParametersTest {

    private static final Set<String> KNOWN = Set.of("Email", "Mailbox");

    private static EventSourceParameters wish(String name, String value) {
        return EventSourceParameters.of(Map.of(name, value)::get, KNOWN);
    }

    @Test
    @Covers("PUSH-03")
    void typesIsAListOfNamesOrAStar() {
        for (String all : List.of("", "*", "Email,*")) {
            assertThat(wish("types", all).types()).as(all).isEmpty();
        }
        assertThat(wish("types", "Email,Nonsense,Email").types()).hasValue(Set.of("Email", "Nonsense"));
        for (String bad : List.of("Nonsense", ",", "email", "Email ", "**")) {
            assertThatThrownBy(() -> wish("types", bad))
                    .as(bad)
                    .isInstanceOf(EventSourceParameters.InvalidParameter.class);
        }
    }

    @Test
    @Covers("PUSH-04")
    void closeafterIsStateOrNo() {
        assertThat(wish("closeafter", "state").once()).isTrue();
        assertThat(wish("closeafter", "no").once()).isFalse();
        assertThat(wish("closeafter", "").once()).isFalse();
        for (String bad : List.of("yes", "NO", " no", "state ")) {
            assertThatThrownBy(() -> wish("closeafter", bad))
                    .as(bad)
                    .isInstanceOf(EventSourceParameters.InvalidParameter.class);
        }
    }

    @Test
    @Covers("PUSH-05")
    void pingIsANumberOfSeconds() {
        Map<String, Integer> good = Map.of("1", 1, "0900", 900, "901", 900, "4294967297", 900, "9".repeat(400), 900);
        good.forEach((text, seconds) ->
                assertThat(wish("ping", text).ping()).as(text).isEqualTo(Optional.of(Duration.ofSeconds(seconds))));
        for (String none : List.of("", "0", "000")) {
            assertThat(wish("ping", none).ping()).as(none).isEmpty();
        }
        for (String bad : List.of("-1", "five", "1.0", " 1", "0x1", "\u0661")) {
            assertThatThrownBy(() -> wish("ping", bad))
                    .as(bad)
                    .isInstanceOf(EventSourceParameters.InvalidParameter.class);
        }
    }
}
