package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

final class AnalysisTest {

    /** With {@code -Xlint:none} or {@code -nowarn}, javac drops the warnings of Error Prone before -Werror counts them. */
    @Test
    void theAnalysisFailsOnWarnings() throws IOException {
        String pom = Files.readString(Repository.here().root().resolve("analysis/pom.xml"));
        assertThat(pom).contains("\"-Werror\"").doesNotContain("-Xlint:none", "nowarn", "-XepAllErrorsAsWarnings");
    }
}
