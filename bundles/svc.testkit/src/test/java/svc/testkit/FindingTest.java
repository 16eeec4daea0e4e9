package svc.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.health.Finding;

/** The names in findings. */
final class FindingTest {

    @Test
    void fiveNamesAreShown() {
        assertThat(Finding.names(List.of())).isEmpty();
        assertThat(Finding.names(List.of("a"))).isEqualTo("a");
        assertThat(Finding.names(List.of("a", "b", "c", "d", "e"))).isEqualTo("a, b, c, d, e");
        assertThat(Finding.names(List.of("a", "b", "c", "d", "e", "f", "g"))).isEqualTo("a, b, c, d, e and 2 more");
    }
}
