package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** The health reports of a running server, and who may read them. */
final class HealthReportIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String URN = "urn:svc:params:jmap:v2:admin";
    private static final String NOTIFY = "health.notify=[\"operator@one.test\"]";

    @TempDir
    private Path directory;

    private static HttpResponse<String> send(SignedIn user, String method, String arguments) {
        return user.post(
                "/jmap",
                "{\"using\":[\"urn:ietf:params:jmap:core\",\"" + URN + "\"],\"methodCalls\":[[\"" + method
                        + "\",{\"accountId\":\"" + user.accountId() + "\"" + arguments + "},\"c\"]]}");
    }

    private static JsonNode call(SignedIn user, String method, String arguments) {
        return SignedIn.json(send(user, method, arguments)).at("/methodResponses/0/1");
    }

    private static void command(RunningServer server, String... words) {
        assertThat(server.command("", words).exit()).isZero();
    }

    @Test
    @Covers({"HLTH-01", "HLTH-02", "SEC-03"})
    @Covers(value = "V2-07", part = "the health reports")
    void administratorsReadTheReportsOfTheirServer() throws Exception {
        try (RunningServer server = TestClock.svc()
                .start(directory.resolve("home"), "--set", NOTIFY)
                .ready()) {
            SignedIn admin = SignedIn.as(server, "admin@one.test");
            SignedIn operator = SignedIn.as(server, "operator@one.test");
            SignedIn user = SignedIn.as(server, "user@one.test");
            command(server, "account", "role", admin.accountId(), "tenant-admin");
            command(server, "operator", "grant", "operator@one.test");
            command(server, "clock", "advance", "PT2M");
            server.await(
                    "the first round",
                    () -> call(admin, "HealthReport/query", "").path("ids").size() > 0);
            String id = call(admin, "HealthReport/query", "").at("/ids/0").asText();
            JsonNode report =
                    call(admin, "HealthReport/get", ",\"ids\":[\"" + id + "\"]").at("/list/0");
            assertThat(report.path("checks").findValuesAsText("check")).contains("database-writer", "process-java");
            assertThat(report.path("checks").findValuesAsText("status")).doesNotContain("fail");
            assertThat(admin.get("/.well-known/jmap").body()).contains(URN);
            assertThat(user.get("/.well-known/jmap").body()).doesNotContain(URN);
            assertThat(send(user, "HealthReport/query", "").body()).contains("unknownCapability");
            notices(server, new MailUser(operator, BlobClient.of(operator)));

            command(server, "tenant", "create", "--name", "Two", "--domain", "two.test");
            assertThat(call(admin, "HealthReport/query", "").path("type").asText())
                    .isEqualTo("forbidden");
            assertThat(call(operator, "HealthReport/query", "").path("ids")).isNotEmpty();
        }
    }

    /** The address of [health] notify gets a mail when a check fails, and another one when the failure is over. */
    private static void notices(RunningServer server, MailUser operator) throws IOException {
        Path secrets = server.home().resolve("secrets");
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(secrets);
        Files.setPosixFilePermissions(secrets, PosixFilePermissions.fromString("rwxrwxrwx"));
        command(server, "clock", "advance", "PT15M");
        server.await("a notice", () -> subjects(operator).size() == 1);
        assertThat(subjects(operator).get(0)).startsWith("svc on ").endsWith(": 1 check fails");
        JsonNode text = operator.call("Email/query", "'filter':{'text':'home-folders'}");
        assertThat(text.path("ids")).as("the notice names the check").hasSize(1);
        Files.setPosixFilePermissions(secrets, before);
        command(server, "clock", "advance", "PT15M");
        server.await("the end of the failure", () -> subjects(operator).size() == 2);
        assertThat(subjects(operator).get(1)).endsWith(": 1 failure is over");
    }

    /** Returns the subjects of the emails of a user, the oldest first. */
    private static List<String> subjects(MailUser user) {
        JsonNode found = user.call("Email/query", "'sort':[{'property':'receivedAt'}]");
        return MailCalls.texts(found.path("ids")).stream()
                .map(id -> user.email(id, "subject").path("subject").asText())
                .toList();
    }

    @Test
    @Covers("DOC-01")
    void theDoctorNamesTheFaultOfAHome() throws Exception {
        Path home = directory.resolve("home");
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            Files.setPosixFilePermissions(home.resolve("secrets"), PosixFilePermissions.fromString("rwxrwxrwx"));
            SvcCommand.Finished doctor = server.command("", "doctor", "--json");
            assertThat(doctor.exit()).isEqualTo(2);
            assertThat(JSON.readTree(doctor.out()))
                    .filteredOn(finding -> finding.path("status").asText().equals("fail"))
                    .extracting(finding -> finding.path("check").asText())
                    .containsExactly("home-folders");
        }
    }
}
