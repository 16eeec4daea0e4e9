package svc.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.operation.AdminRoute;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;
import svc.testkit.Covers;

class RestPhrasesTest {

    private static final Declaration CREATE = declaration(
            "tenant",
            "create",
            new AdminRoute("POST", "/tenants", 201),
            text("name", "name"),
            text("domains", "domain"));

    private static final RestPhrases WORDS = new RestPhrases(List.of(
            CREATE,
            declaration("tenant", "list", new AdminRoute("GET", "/tenants")),
            declaration("tenant", "plan", new AdminRoute("PUT", "/tenants/{id}/plan"), text("plan", "plan")),
            declaration("account", "list", new AdminRoute("GET", "/accounts"), text("q", "q")),
            declaration("version", "", new AdminRoute("GET", "/version")),
            declaration("operator", "grant")));

    private static Parameter text(String name, String flag) {
        return new Parameter(name, flag, Kind.TEXT, false, false, false, Optional.empty(), List.of(), "");
    }

    private static Declaration declaration(String noun, String verb, Object... parts) {
        List<Object> all = List.of(parts);
        return new Declaration(
                noun,
                verb,
                "",
                all.stream()
                        .filter(AdminRoute.class::isInstance)
                        .map(AdminRoute.class::cast)
                        .toList(),
                all.stream()
                        .filter(Parameter.class::isInstance)
                        .map(Parameter.class::cast)
                        .toList(),
                false,
                false,
                false,
                "",
                true);
    }

    @ParameterizedTest
    @Covers("ADM-37")
    @CsvSource(delimiter = '|', textBlock = """
            Take an id from svc tenant list. | Take an id from GET /admin/v1/tenants.
            Create one with svc tenant create --name NAME --domain example.org, or look at svc tenant list. | Create one with POST /admin/v1/tenants with name and domains, or look at GET /admin/v1/tenants.
            Look at svc account list --q ann@example.org. | Look at GET /admin/v1/accounts?q=ann@example.org.
            Use svc tenant plan ID PLAN, or delete an account. | Use PUT /admin/v1/tenants/{id}/plan, or delete an account.
            Run `svc operator grant EMAIL` on the server. | Run `svc operator grant EMAIL` on the server.
            `svc version` shows it. | GET /admin/v1/version shows it.
            See svc version now. | See GET /admin/v1/version now.
            Add --domain example.org; it may be given more than once. | Add domains example.org; it may be given more than once.
            Give both --email and --password-stdin, or neither. | Give both email and password, or neither.
            A dash - or two -- stay, and svc itself. | A dash - or two -- stay, and svc itself.
            """)
    void commandsAndFlagsBecomeRequestsAndMembers(String text, String translated) {
        assertThat(WORDS.of(text, Optional.of(CREATE))).isEqualTo(translated);
    }

    @Test
    void withoutAnOperationAFlagKeepsItsName() {
        assertThat(WORDS.of("Add --quota-bytes 5.", Optional.empty())).isEqualTo("Add quota_bytes 5.");
    }
}
