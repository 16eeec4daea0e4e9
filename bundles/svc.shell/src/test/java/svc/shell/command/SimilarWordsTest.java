package svc.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.operation.NearestName;

class SimilarWordsTest {

    @Test
    void theNearestWordsAreNamedAndFarOnesAreNot() {
        List<String> known = List.of("bundle", "ban", "version", "schema-check");
        assertThat(SimilarWords.clause("bundel", known)).isEqualTo("; did you mean bundle?");
        assertThat(SimilarWords.clause("schema", known)).isEqualTo("; did you mean schema-check?");
        assertThat(SimilarWords.clause("frobnicate", known)).isEqualTo(".");
        assertThat(NearestName.distance("abc", "acb")).isEqualTo(1);
        assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    }
}
