package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** An account of a suspended tenant: mail to it is accepted and waits in the queue. */
final class SuspendedRecipient {

    static final String ADDRESS = "x@far.example";
    private static final String DOMAIN = "far.example";

    private SuspendedRecipient() {}

    /** Creates the account and suspends its tenant, unless that was done before. */
    static void prepare(RunningServer server) {
        SvcCommand.Finished result = server.command("", "tenant", "create", "--name", DOMAIN, "--domain", DOMAIN);
        if (result.exit() != 0) {
            assertThat(result.err()).contains("already");
            return;
        }
        SvcCommand.Finished account =
                server.command(SignedIn.PASSWORD, "account", "create", "--email", ADDRESS, "--password-stdin");
        assertThat(account.exit()).as(account.toString()).isZero();
        set(server, "suspended");
    }

    /** Resumes the tenant. */
    static void resume(RunningServer server) {
        set(server, "active");
    }

    private static void set(RunningServer server, String state) {
        for (JsonNode tenant :
                SignedIn.json(server.admin("GET", "/tenants?q=" + DOMAIN, "")).path("items")) {
            assertThat(server.admin("PUT", "/tenants/" + tenant.path("id").asText(), "{\"state\":\"" + state + "\"}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}
