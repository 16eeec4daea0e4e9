package svc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.operation.NoArguments;
import svc.api.operation.OperationProblem;
import svc.api.operation.Route;
import svc.testkit.Covers;

class OperationsTest {

    private final FakeLauncher launcher = new FakeLauncher()
            .has(FakeLauncher.key("admin.token", "secret text", "Zk9sEcReTv4lue"))
            .has(FakeLauncher.key("mail.password", "secret text", ""))
            .has(FakeLauncher.key("mail.listen", "text", "a"))
            .has(FakeLauncher.key("server.listen", "text", "127.0.0.1:8080"));
    private final Keys keys = new Keys(launcher::keys);

    @Test
    void explainTellsValueSourceBundleAndMeaning() {
        ExplainOperation explain = new ExplainOperation(keys);

        assertThat(explain.run(new ExplainOperation.Which("server.listen")))
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
        assertThat(explain.run(new ExplainOperation.Which("[server] listen")).key())
                .isEqualTo("server.listen");
        assertThat(explain.run(new ExplainOperation.Which("token")).key()).isEqualTo("admin.token");
    }

    @Test
    @Covers("CFG-01")
    void secretsAreOnlyToldToBeSetOrNot() {
        ExplainOperation explain = new ExplainOperation(keys);

        assertThat(explain.run(new ExplainOperation.Which("admin.token")).value())
                .isEqualTo("(set)");
        assertThat(explain.run(new ExplainOperation.Which("mail.password")).value())
                .isEqualTo("(not set)");
        assertThat(new DescribeOperation(keys).run(new NoArguments()).toString())
                .contains("admin.token", "server.listen")
                .doesNotContain("Zk9s");
    }

    @Test
    void unknownKeysNameTheNearest() {
        assertThatThrownBy(() -> new ExplainOperation(keys).run(new ExplainOperation.Which("server.lissen")))
                .isInstanceOfSatisfying(
                        OperationProblem.class,
                        problem -> assertThat(problem.reason()).isEqualTo(OperationProblem.Reason.UNKNOWN_KEY))
                .hasMessageContaining("There is no configuration key server.lissen. The nearest are server.listen,");
        assertThatThrownBy(() -> new ExplainOperation(keys).run(new ExplainOperation.Which("listen")))
                .hasMessage("Several tables have a key listen. Name one of mail.listen, server.listen.");
    }

    @Test
    void checkListsProblemsAndExitsWithOne() {
        CheckOperation check = new CheckOperation(launcher::check);

        assertThat(check.exit(check.run(new NoArguments()))).isZero();
        launcher.problems = "svc.toml:3:1\tThere is no key a.\tDelete it.\nx.jar\tIt is broken.\tMend it.";
        assertThat(check.run(new NoArguments()))
                .containsExactly(
                        new ProblemLine("svc.toml:3:1", "There is no key a.", "Delete it."),
                        new ProblemLine("x.jar", "It is broken.", "Mend it."));
        assertThat(check.exit(check.run(new NoArguments()))).isOne();
        assertThat(check.offline() && check.lockFree()).isTrue();
    }

    @Test
    @Covers("ADM-35")
    void theRouteGivesAHintAndNoValues() {
        HintOperation hint = new HintOperation();

        assertThat(hint.routes()).contains(new Route("GET", "/config"));
        assertThat(hint.run(new NoArguments()).documentation()).isEqualTo("docs/config.md");
        assertThat(hint.run(new NoArguments()).hint()).contains("svc config describe");
    }
}
