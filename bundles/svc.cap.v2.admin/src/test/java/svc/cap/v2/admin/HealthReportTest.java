package svc.cap.v2.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.health.Finding;
import svc.api.health.HealthCheck.Cost;
import svc.api.health.HealthChecks;
import svc.api.identity.Account;
import svc.api.identity.Administrators;
import svc.api.store.Snapshot;
import svc.health.FailureNotices;
import svc.health.RoundSchedule;
import svc.health.StoredRounds;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.SettableMaintenance;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;
import svc.testkit.engine.Response;

final class HealthReportTest {

    private final JmapTestServer server = new JmapTestServer(StoredRounds.class);
    private final Roles roles = new Roles();
    private final StoredRounds rounds = new StoredRounds(server.store(), server.json());
    private final RoundSchedule schedule = new RoundSchedule(
            new OneCheck(),
            rounds,
            new FailureNotices(List.of(), server.store(), new SettableMaintenance()),
            server.clock());
    private final Client admin = server.account("one", "admin").using(AdminCapability.URN);
    private final Client user = server.account("one", "user").using(AdminCapability.URN);

    /** The roles that the test gives to accounts. */
    private static final class Roles implements Administrators {

        private final Set<Long> administrators = new HashSet<>();
        private final Set<Long> operators = new HashSet<>();
        private boolean single = true;

        @Override
        public boolean isAdministrator(Account account) {
            return administrators.contains(account.n()) || operators.contains(account.n());
        }

        @Override
        public boolean maySeeServer(Snapshot snapshot, Account account) {
            return operators.contains(account.n()) || (single && administrators.contains(account.n()));
        }
    }

    private static final class OneCheck implements HealthChecks {

        private int runs;

        @Override
        public Set<String> families() {
            return Set.of("x");
        }

        @Override
        public List<Result> run(Optional<String> family, Set<Cost> costs) {
            runs++;
            return List.of(
                    new Result("x", runs == 2 ? Finding.fail("a", "broken", "Run `mend`.") : Finding.ok("a", "well")));
        }
    }

    @BeforeEach
    void register() {
        HealthReports reports = new HealthReports(server.store(), rounds, roles);
        Stream.of(new AdminCapability(roles), new HealthReportQuery(reports), new HealthReportGet(reports))
                .forEach(server::register);
        roles.administrators.add(admin.account().n());
        schedule.call();
    }

    @AfterEach
    void close() {
        schedule.stop();
        server.close();
    }

    private void run(int count) {
        for (int i = 0; i < count; i++) {
            int before = query(Map.of("calculateTotal", true)).arguments().get("total") instanceof Number n
                    ? n.intValue()
                    : 0;
            server.clock().move(Duration.ofMinutes(15));
            Eventually.until(
                    "the round is stored",
                    () -> Integer.toString(before + 1)
                            .equals(String.valueOf(query(Map.of("calculateTotal", true))
                                    .arguments()
                                    .get("total"))));
        }
    }

    private Response query(Map<String, Object> arguments) {
        return admin.call("HealthReport/query", arguments).done();
    }

    @Test
    @Covers("HLTH-02")
    @Covers(value = "V2-07", part = "the health reports")
    void queryReturnsTheNewestReportsFirstAndGetTheirFindings() {
        run(3);
        Response all = query(Map.of());
        assertThat(all.texts("ids")).containsExactly("h3", "h2", "h1");
        assertThat(all.text("queryState")).isEqualTo("3");
        assertThat(query(Map.of("filter", Map.of("status", "fail"))).texts("ids"))
                .containsExactly("h2");
        Response got = admin.call("HealthReport/get", Map.of("ids", List.of("h2", "h9")))
                .done();
        assertThat(got.texts("notFound")).containsExactly("h9");
        assertThat(got.list("list"))
                .singleElement()
                .satisfies(report -> assertThat(report.toString())
                        .contains("status=fail", "check=a", "detail=broken", "remedy=Run `mend`."));
        String at = String.valueOf(((Map<?, ?>) got.list("list").get(0)).get("at"));
        assertThat(query(Map.of("filter", Map.of("after", at))).texts("ids")).containsExactly("h3");
    }

    @Test
    @Covers("HLTH-02")
    void argumentsAreChecked() {
        assertThat(query(Map.of("limit", 500)).arguments()).containsEntry("limit", 100);
        assertThat(error("HealthReport/query", Map.of("limit", -1))).isEqualTo("invalidArguments");
        assertThat(error("HealthReport/query", Map.of("filter", Map.of("status", "skipped"))))
                .isEqualTo("invalidArguments");
        assertThat(error("HealthReport/query", Map.of("filter", Map.of("before", "x"))))
                .isEqualTo("unsupportedFilter");
        assertThat(error("HealthReport/query", Map.of("sort", List.of(Map.of("property", "status")))))
                .isEqualTo("unsupportedSort");
        assertThat(error("HealthReport/get", Map.of("properties", List.of("secret"))))
                .isEqualTo("invalidArguments");
        List<String> many = IntStream.rangeClosed(1, 101).mapToObj(n -> "h" + n).toList();
        assertThat(error("HealthReport/get", Map.of("ids", many))).isEqualTo("requestTooLarge");
    }

    private String error(String method, Map<String, Object> arguments) {
        return admin.call(method, arguments).error();
    }

    @Test
    @Covers("SEC-03")
    void aTenantAdminIsForbiddenAsSoonAsThereAreTwoTenants() {
        assertThat(query(Map.of()).texts("ids")).isEmpty();
        roles.single = false;
        assertThat(error("HealthReport/query", Map.of())).isEqualTo("forbidden");
        assertThat(error("HealthReport/get", Map.of("ids", List.of("h1")))).isEqualTo("forbidden");
        roles.operators.add(admin.account().n());
        assertThat(query(Map.of()).texts("ids")).isEmpty();
    }

    @Test
    @Covers("SEC-03")
    void otherUsersGetTheAnswerOfAnAbsentCapability() {
        assertThat(admin.session().toString()).contains(AdminCapability.URN);
        assertThat(user.session().toString()).doesNotContain(AdminCapability.URN);
        String request = user.request().call("HealthReport/query", Map.of()).text();
        Map<String, ?> refused = user.send(request);
        Map<String, ?> absent = user.send(request.replace(AdminCapability.URN, "urn:example:absent"));
        assertThat(refused.toString().replace(AdminCapability.URN, "urn:example:absent"))
                .isEqualTo(absent.toString())
                .contains("unknownCapability");
        assertThat(user.using("urn:ietf:params:jmap:core")
                        .call("HealthReport/query", Map.of())
                        .error())
                .isEqualTo("unknownMethod");
    }
}
