package svc.launcher;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;

/**
 * Somebody whose sign-in is bound to a key.
 *
 * @param in who
 * @param key the key
 */
record Bound(SignedIn in, DpopKey key) {

    /** Signs in with an account that there is; {@code at} is the server's time. */
    static Bound again(RunningServer server, String email, Instant at) {
        DpopKey key = DpopKey.fresh();
        HttpResponse<String> answer =
                login(server, email, key.proof(Claims.of("POST", server.url() + "/auth/login", at)));
        if (answer.statusCode() != 200) {
            throw new AssertionError(email + " was not let in: " + answer.body());
        }
        return new Bound(in(server, email, answer), key);
    }

    static SignedIn in(RunningServer server, String email, HttpResponse<String> answer) {
        return new SignedIn(
                server,
                email,
                SignedIn.json(answer).path("accountId").asText(),
                SignedIn.json(answer).path("accessToken").asText());
    }

    static HttpResponse<String> login(RunningServer server, String email, String... proofs) {
        List<String> fields = new ArrayList<>(List.of("Content-Type", "application/json"));
        for (String proof : proofs) {
            fields.addAll(List.of("DPoP", proof));
        }
        String body = "{\"email\":\"" + email + "\",\"password\":\"" + SignedIn.PASSWORD + "\"}";
        return server.send("POST", server.url() + "/auth/login", body, fields.toArray(String[]::new));
    }

    /** The claims of a proof for a request with the token. */
    Claims claims(String method, String path, Instant at) {
        return Claims.of(method, in.server().url() + path, at).of(in.token());
    }

    /** A request with the token and these proofs. */
    HttpResponse<String> send(String method, String path, String body, String... proofs) {
        List<String> fields =
                new ArrayList<>(List.of("Authorization", "Bearer " + in.token(), "Content-Type", "application/json"));
        for (String proof : proofs) {
            fields.addAll(List.of("DPoP", proof));
        }
        return in.server().send(method, in.server().url() + path, body, fields.toArray(String[]::new));
    }

    /** A request with a good proof. */
    HttpResponse<String> proven(String method, String path, String body, Instant at) {
        return send(method, path, body, key.proof(claims(method, path, at)));
    }
}
