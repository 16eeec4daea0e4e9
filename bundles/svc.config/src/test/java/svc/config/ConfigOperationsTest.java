package svc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.operation.OperationException;
import svc.testkit.Covers;

class ConfigOperationsTest {

    private final FakeLauncher launcher = new FakeLauncher()
            .has(FakeLauncher.key("admin.token", "secret text", "Zk9sEcReTv4lue"))
            .has(FakeLauncher.key("mail.password", "secret text", ""))
            .has(FakeLauncher.key("mail.listen", "text", "a"))
            .has(FakeLauncher.key("server.listen", "text", "127.0.0.1:8080"));
    private final ConfigOperations operations = new ConfigOperations(new Keys(launcher::keys), launcher::check);

    @Test
    void explainTellsValueSourceBundleAndMeaning() {
        assertThat(operations.explain("server.listen"))
                .isEqualTo(new KeyRow(
                        "server.listen",
                        "127.0.0.1:8080",
                        "default",
                        "text",
                        "127.0.0.1:8080",
                        List.of(),
                        false,
                        "svc.some",
                        "What server.listen means."));
        assertThat(operations.explain("[server] listen").key()).isEqualTo("server.listen");
        assertThat(operations.explain("token").key()).isEqualTo("admin.token");
    }

    @Test
    @Covers("CFG-01")
    void secretsAreOnlyToldToBeSetOrNot() {
        assertThat(operations.explain("admin.token").value()).isEqualTo("(set)");
        assertThat(operations.explain("mail.password").value()).isEqualTo("(not set)");
        assertThat(operations.describe().toString())
                .contains("admin.token", "server.listen")
                .doesNotContain("Zk9s");
    }

    @Test
    void unknownKeysNameTheNearest() {
        assertThatThrownBy(() -> operations.explain("server.lissen"))
                .isInstanceOfSatisfying(
                        OperationException.class,
                        problem -> assertThat(problem.reason()).isEqualTo(OperationException.Reason.UNKNOWN_KEY))
                .hasMessageContaining("There is no configuration key server.lissen. The nearest are server.listen,");
        assertThatThrownBy(() -> operations.explain("listen"))
                .hasMessage("Several tables have a key listen. Name one of mail.listen, server.listen.");
    }

    @Test
    void checkListsProblemsAndExitsWithOne() {
        assertThat(operations.check().exitCode()).isZero();
        launcher.problems = "svc.toml:3:1\tThere is no key a.\tDelete it.\nx.jar\tIt is broken.\tMend it.";
        assertThat(operations.check().value())
                .containsExactly(
                        new ProblemLine("svc.toml:3:1", "There is no key a.", "Delete it.", "error"),
                        new ProblemLine("x.jar", "It is broken.", "Mend it.", "error"));
        assertThat(operations.check().exitCode()).isOne();
    }

    @Test
    @Covers("ADM-35")
    void showsAHintWithoutValues() {
        assertThat(operations.hint().documentation()).isEqualTo("docs/config.md");
        assertThat(operations.hint().hint()).contains("svc config describe");
    }
}
