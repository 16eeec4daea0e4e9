package svc.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.ManualClock;

final class WeeklyWindowTest {

    /** The last run in the examples, two days after a Sunday. */
    private static final Instant TUESDAY = Instant.parse("2030-01-08T12:00:00Z");

    private final ManualClock clock = new ManualClock();

    @ParameterizedTest
    @CsvSource({
        "Sun 02:00-05:00, 2030-01-13T01:59:59Z, false",
        "Sun 02:00-05:00, 2030-01-13T02:00:00Z, true",
        "Sun 02:00-05:00, 2030-01-13T04:59:59Z, true",
        "Sun 02:00-05:00, 2030-01-13T05:00:00Z, false",
        "Sun 02:00-05:00, 2030-01-14T03:00:00Z, false",
        "Sat 23:00-02:00, 2030-01-12T22:59:59Z, false",
        "Sat 23:00-02:00, 2030-01-12T23:00:00Z, true",
        "Sat 23:00-02:00, 2030-01-13T01:59:59Z, true",
        "Sat 23:00-02:00, 2030-01-13T02:00:00Z, false",
        "Sat 23:00-02:00, 2030-01-13T23:30:00Z, false",
        "Wed 12:00-11:00, 2030-01-10T10:59:59Z, true",
        "Wed 12:00-11:00, 2030-01-10T11:00:00Z, false",
    })
    void workBeginsWhileTheWindowIsOpen(String window, Instant now, boolean permitted) {
        assertThat(WeeklyWindow.parse(window).permits(TUESDAY, now)).isEqualTo(permitted);
    }

    @Test
    void workBeginsAfterThreeMissedWindows() {
        WeeklyWindow window = WeeklyWindow.parse("Sun 02:00-05:00");
        assertThat(window.permits(TUESDAY, Instant.parse("2030-01-26T23:59:59Z")))
                .isFalse();
        assertThat(window.permits(TUESDAY, Instant.parse("2030-01-27T01:00:00Z")))
                .isFalse();
        assertThat(window.permits(TUESDAY, Instant.parse("2030-01-27T05:00:01Z")))
                .isTrue();
        assertThat(window.permits(TUESDAY, Instant.parse("2030-02-01T00:00:00Z")))
                .isTrue();
    }

    @Test
    void withoutAWindowWorkBeginsAtAnyTime() {
        assertThat(window("").permits(clock.now())).isTrue();
        assertThat(window("Mon 01:00-02:00").permits(clock.now())).isFalse();
    }

    @SuppressWarnings("BadAnnotationImplementation") // Configurations are never compared.
    private ConfiguredWindow window(String text) {
        MaintenanceConfig config = new MaintenanceConfig() {
            @Override
            public Class<? extends Annotation> annotationType() {
                return MaintenanceConfig.class;
            }

            @Override
            public String window() {
                return text;
            }
        };
        return new ConfiguredWindow(config, clock);
    }
}
