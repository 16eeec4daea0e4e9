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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A signed-in client of a server of its own, on one connection over HTTP/1.1. */
record BenchClient(HttpClient http, String url, String token, String account) {

    private static final String PASSWORD = "correct horse battery";
    private static final String EMAIL = "ann@bench.example";

    /** Makes a home with one account. */
    static void found(Path distribution, Path home) throws IOException, InterruptedException {
        Process init = new ProcessBuilder(
                        distribution.resolve("bin/svc").toString(),
                        "init",
                        "--home",
                        home.toString(),
                        "--name",
                        "Bench",
                        "--domain",
                        "bench.example",
                        "--email",
                        EMAIL,
                        "--password-stdin")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        init.getOutputStream().write(PASSWORD.getBytes(StandardCharsets.UTF_8));
        init.getOutputStream().close();
        if (init.waitFor() != 0) {
            throw new IllegalStateException(new String(init.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Signs that account in. */
    static BenchClient of(String url) throws IOException, InterruptedException {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String body = "{\"email\":\"" + EMAIL + "\",\"password\":\"" + PASSWORD + "\"}";
        String answer = http.send(
                        HttpRequest.newBuilder(URI.create(url + "/auth/login"))
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        return new BenchClient(http, url, member(answer, "accessToken"), member(answer, "accountId"));
    }

    /** The first text of this name in an answer. */
    static String member(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + name + " in " + json);
        }
        return matcher.group(1);
    }

    String post(String calls) throws IOException, InterruptedException {
        String using = "[\"urn:ietf:params:jmap:core\",\"urn:example:params:jmap:todo\"]";
        HttpResponse<String> answer = send(
                to("/jmap")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"using\":" + using + ",\"methodCalls\":[" + calls + "]}")),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200 || answer.body().contains("[\"error\"")) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    String session() throws IOException, InterruptedException {
        return send(to("/.well-known/jmap"), BodyHandlers.ofString()).body();
    }

    /** A call with the account and more arguments. */
    String call(String method, String arguments, int id) {
        return "[\"" + method + "\",{\"accountId\":\"" + account + "\"" + arguments + "},\"" + id + "\"]";
    }

    /** The id of the blob. */
    String upload(byte[] bytes) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                send(to("/jmap/upload/" + account).POST(BodyPublishers.ofByteArray(bytes)), BodyHandlers.ofString());
        return member(answer.body(), "blobId");
    }

    /** Reads it and forgets it. */
    void download(String blob, long size) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                send(to("/jmap/download/" + account + "/" + blob + "/x"), BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
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
