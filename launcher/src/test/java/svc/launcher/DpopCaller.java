package svc.launcher;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;

/**
 * A caller whose sign-in is bound to a key.
 *
 * @param in the sign-in
 * @param key the key
 */
record DpopCaller(SignedIn in, DpopKey key) {

    /** Signs in with an existing account; {@code at} is the time of the server. */
    static DpopCaller again(RunningServer server, String email, Instant at) {
        DpopKey key = DpopKey.fresh();
        HttpResponse<String> response = login(server, email, key.proof(login(server, at)));
        if (response.statusCode() != 200) {
            throw new AssertionError(email + " was not let in: " + response.body());
        }
        return new DpopCaller(in(server, email, response), key);
    }

    /** Returns the claims of a valid proof for a sign-in. */
    static Claims login(RunningServer server, Instant at) {
        return Claims.of("POST", server.url() + "/auth/login", at).with(nonce(server));
    }

    /** Returns the current nonce, which proofs need for some minutes after a start. */
    static String nonce(RunningServer server) {
        return server.send("OPTIONS", server.url() + "/auth/login", "")
                .headers()
                .firstValue("DPoP-Nonce")
                .orElseThrow();
    }

    static SignedIn in(RunningServer server, String email, HttpResponse<String> response) {
        return new SignedIn(
                server,
                email,
                SignedIn.json(response).path("accountId").asText(),
                SignedIn.json(response).path("accessToken").asText());
    }

    static HttpResponse<String> login(RunningServer server, String email, String... proofs) {
        List<String> fields = new ArrayList<>(List.of("Content-Type", "application/json"));
        for (String proof : proofs) {
            fields.addAll(List.of("DPoP", proof));
        }
        String body = "{\"email\":\"" + email + "\",\"password\":\"" + SignedIn.PASSWORD + "\"}";
        return server.send("POST", server.url() + "/auth/login", body, fields.toArray(String[]::new));
    }

    /** Returns the claims of a proof for a request with the token. */
    Claims claims(String method, String path, Instant at) {
        return Claims.of(method, in.server().url() + path, at).of(in.token()).with(nonce(in.server()));
    }

    /** Sends a request with the token and these proofs. */
    HttpResponse<String> send(String method, String path, String body, String... proofs) {
        List<String> fields =
                new ArrayList<>(List.of("Authorization", "Bearer " + in.token(), "Content-Type", "application/json"));
        for (String proof : proofs) {
            fields.addAll(List.of("DPoP", proof));
        }
        return in.server().send(method, in.server().url() + path, body, fields.toArray(String[]::new));
    }

    /** Sends a request with a valid proof. */
    HttpResponse<String> proven(String method, String path, String body, Instant at) {
        return send(method, path, body, key.proof(claims(method, path, at)));
    }
}
