package svc.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

    @Test
    void theNearestWordsAreNamedAndFarOnesAreNot() {
        List<String> known = List.of("bundle", "ban", "version", "schema-check");
        assertThat(Nearest.clause("bundel", known)).isEqualTo("; did you mean bundle?");
        assertThat(Nearest.clause("schema", known)).isEqualTo("; did you mean schema-check?");
        assertThat(Nearest.clause("frobnicate", known)).isEqualTo(".");
        assertThat(Nearest.distance("abc", "acb")).isEqualTo(1);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }
}
