package svc.launcher.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A signed-in client on one connection over HTTP/1.1. */
record BenchClient(HttpClient http, String url, String token, String account) {

    private static final String PASSWORD = "correct horse battery";
    static final String EMAIL = "ann@bench.example";

    private static final String WITH_PASSWORD = "--password-stdin";
    private static final List<String> MAIL = List.of("urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail");
    private static final List<String> TODO = List.of("urn:ietf:params:jmap:core", "urn:example:params:jmap:todo");

    /** Creates a home with one account. */
    static void found(Path distribution, Path home) throws IOException, InterruptedException {
        svc(
                distribution,
                home,
                "init",
                "--name",
                "Bench",
                "--domain",
                "bench.example",
                "--email",
                EMAIL,
                WITH_PASSWORD);
    }

    /** Creates a further account in a home without a running server. */
    static void add(Path distribution, Path home, String email) throws IOException, InterruptedException {
        svc(distribution, home, "account", "create", "--email", email, WITH_PASSWORD);
    }

    /** Runs a command of {@code svc} on a home, with the password of the accounts; returns its output. */
    static String svc(Path distribution, Path home, String... words) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(distribution.resolve("bin/svc").toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--home", home.toString()));
        Process process = new ProcessBuilder(command).start();
        process.getOutputStream().write(PASSWORD.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(
                    new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        return out;
    }

    /** Signs the first account in. */
    static BenchClient of(String url) throws IOException, InterruptedException {
        return of(url, EMAIL);
    }

    /** Signs an account in. */
    static BenchClient of(String url, String email) throws IOException, InterruptedException {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String body = "{\"email\":\"" + email + "\",\"password\":\"" + PASSWORD + "\"}";
        String answer = http.send(
                        HttpRequest.newBuilder(URI.create(url + "/auth/login"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        return new BenchClient(http, url, member(answer, "accessToken"), member(answer, "accountId"));
    }

    /** Returns the first text with this name in a response. */
    static String member(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\": ?\"([^\"]*)\"").matcher(json);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + name + " in " + json);
        }
        return matcher.group(1);
    }

    String post(String calls) throws IOException, InterruptedException {
        return post(TODO, calls);
    }

    String post(List<String> urns, String calls) throws IOException, InterruptedException {
        String using = "[\"" + String.join("\",\"", urns) + "\"]";
        HttpResponse<String> response = send(
                to("/jmap")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"using\":" + using + ",\"methodCalls\":[" + calls + "]}")),
                BodyHandlers.ofString());
        if (response.statusCode() != 200 || response.body().contains("[\"error\"")) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    String session() throws IOException, InterruptedException {
        return send(to("/.well-known/jmap"), BodyHandlers.ofString()).body();
    }

    /** Returns a call with the account and more arguments. */
    String call(String method, String arguments, int id) {
        return "[\"" + method + "\",{\"accountId\":\"" + account + "\"" + arguments + "},\"" + id + "\"]";
    }

    /** Returns the id of the inbox. */
    String inbox() throws IOException, InterruptedException {
        return member(post(MAIL, call("Mailbox/get", ",\"properties\":[\"id\"]", 0)), "id");
    }

    /** Imports a message; returns the id of the email. */
    String importMail(String mailbox, byte[] message) throws IOException, InterruptedException {
        String email = "{\"blobId\":\"" + upload(message) + "\",\"mailboxIds\":{\"" + mailbox + "\":true}}";
        return member(post(MAIL, call("Email/import", ",\"emails\":{\"m\":" + email + "}", 0)), "id");
    }

    /** Sets or removes the keyword of a read email. */
    void read(String email, boolean read) throws IOException, InterruptedException {
        post(
                MAIL,
                call(
                        "Email/set",
                        ",\"update\":{\"" + email + "\":{\"keywords/$seen\":" + (read ? "true" : "null") + "}}",
                        0));
    }

    /** Uploads bytes; returns the id of the blob. */
    String upload(byte[] bytes) throws IOException, InterruptedException {
        HttpResponse<String> response =
                send(to("/jmap/upload/" + account).POST(BodyPublishers.ofByteArray(bytes)), BodyHandlers.ofString());
        return member(response.body(), "blobId");
    }

    /** Downloads a blob and discards it. */
    void download(String blob, long size) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                send(to("/jmap/download/" + account + "/" + blob + "/x"), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (body.transferTo(OutputStream.nullOutputStream()) != size) {
                throw new IllegalStateException("not the " + size + " bytes of the blob");
            }
        }
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).header("Authorization", "Bearer " + token);
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        return http.send(request.build(), body);
    }
}
