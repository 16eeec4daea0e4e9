package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;

/** The operations of tenants and accounts on the admin interface of a server. */
record AdminApi(RunningServer server) {

    /** Sends a request, checks the status of its response, and returns the body. */
    JsonNode ok(int status, String method, String path, String body) {
        HttpResponse<String> answer = server.admin(method, path, body);
        assertThat(answer.statusCode())
                .as(method + " " + path + ": " + answer.body())
                .isEqualTo(status);
        return SignedIn.json(answer);
    }

    String tenant(String domain) {
        return ok(201, "POST", "/tenants", "{\"name\":\"" + domain + "\",\"domains\":[\"" + domain + "\"]}")
                .path("id")
                .asText();
    }

    JsonNode account(String email, String more) {
        return ok(
                201,
                "POST",
                "/accounts",
                "{\"email\":\"" + email + "\",\"password\":\"" + SignedIn.PASSWORD + "\"" + more + "}");
    }
}
