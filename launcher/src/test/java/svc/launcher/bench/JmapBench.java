package svc.launcher.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What JMAP requests cost the whole server: HTTP, the token, the engine and the store, with the example's type of to-dos. One
 * client, one connection over HTTP/1.1, one request after the other; processor time of the server's process alone.
 */
final class JmapBench implements Measurement {

    private static final int OBJECTS = 100_000;
    private static final int AT_ONCE = 500;
    private static final int WARMING = 3;
    private static final int COUNTED = 5;
    private static final String PASSWORD = "correct horse battery";
    private static final String EMAIL = "ann@bench.example";

    private final Path distribution;

    JmapBench(Path distribution) {
        this.distribution = distribution;
    }

    /** A signed-in client. */
    private record Client(HttpClient http, String url, String token, String account) {

        String post(String calls) throws IOException, InterruptedException {
            String using = "[\"urn:ietf:params:jmap:core\",\"urn:example:params:jmap:todo\"]";
            HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(url + "/jmap"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"using\":" + using + ",\"methodCalls\":[" + calls + "]}")));
            if (answer.statusCode() != 200 || answer.body().contains("[\"error\"")) {
                throw new IllegalStateException(answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        }

        String session() throws IOException, InterruptedException {
            return send(HttpRequest.newBuilder(URI.create(url + "/.well-known/jmap")))
                    .body();
        }

        private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
            return http.send(request.header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString());
        }

        /** A call with the account and more arguments. */
        String call(String method, String arguments, int id) {
            return "[\"" + method + "\",{\"accountId\":\"" + account + "\"" + arguments + "},\"" + id + "\"]";
        }
    }

    /** Something to send, again and again. */
    private interface Request {
        void send() throws IOException, InterruptedException;
    }

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path home = directory.resolve("home");
        found(home);
        Path extensions = Files.createDirectories(home.resolve("extensions"));
        try (Stream<Path> jars = Files.list(distribution.resolve("examples"))) {
            Files.copy(jars.findFirst().orElseThrow(), extensions.resolve("todo.jar"));
        }
        List<Figure> figures = new ArrayList<>();
        try (BenchServer server = BenchServer.start(distribution, jdk, home)) {
            Client client = signedIn(server.url());
            String state = fill(client);
            Map<String, Request> requests = requests(client, state);
            for (Map.Entry<String, Request> entry : requests.entrySet()) {
                figures.add(measured(server, entry.getKey(), entry.getValue()));
            }
        }
        return figures;
    }

    private void found(Path home) throws IOException, InterruptedException {
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

    private static Client signedIn(String url) throws IOException, InterruptedException {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String body = "{\"email\":\"" + EMAIL + "\",\"password\":\"" + PASSWORD + "\"}";
        String answer = http.send(
                        HttpRequest.newBuilder(URI.create(url + "/auth/login"))
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        return new Client(http, url, member(answer, "accessToken"), member(answer, "accountId"));
    }

    private static String member(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + name + " in " + json);
        }
        return matcher.group(1);
    }

    /** Makes the objects; the state when all but a hundred of them were there. */
    private static String fill(Client client) throws IOException, InterruptedException {
        String state = "";
        for (int made = 0; made < OBJECTS; made += AT_ONCE) {
            state = made + AT_ONCE < OBJECTS ? state : member(client.post(set(client, AT_ONCE - 100)), "newState");
            client.post(set(client, made + AT_ONCE < OBJECTS ? AT_ONCE : 100));
        }
        return state;
    }

    private static String set(Client client, int size) {
        String create = IntStream.range(0, size)
                .mapToObj(i -> "\"c" + i + "\":{\"title\":\"thing to do number " + (i * 7_919) % 10_007 + "\"}")
                .collect(Collectors.joining(","));
        return client.call("Todo/set", ",\"create\":{" + create + "}", 0);
    }

    private static Map<String, Request> requests(Client client, String state) throws IOException, InterruptedException {
        String ids = client.post(client.call("Todo/query", ",\"limit\":" + AT_ONCE, 0));
        String list = ids.substring(ids.indexOf("\"ids\":[") + 6, ids.indexOf(']', ids.indexOf("\"ids\":[")) + 1);
        String batch = IntStream.range(0, 32)
                .mapToObj(i -> client.call("Todo/query", ",\"limit\":10", 2 * i) + ","
                        + client.call(
                                "Todo/get",
                                ",\"#ids\":{\"resultOf\":\"" + 2 * i + "\",\"name\":\"Todo/query\",\"path\":\"/ids\"}",
                                2 * i + 1))
                .collect(Collectors.joining(","));
        Map<String, Request> requests = new LinkedHashMap<>();
        requests.put("session | 2000", client::session);
        requests.put("echo | 2000", () -> client.post("[\"Core/echo\",{\"hello\":true},\"0\"]"));
        requests.put("batch of 64 calls with references | 100", () -> client.post(batch));
        requests.put("get of 500 | 100", () -> client.post(client.call("Todo/get", ",\"ids\":" + list, 0)));
        requests.put("set of 500 | 20", () -> client.post(set(client, AT_ONCE)));
        requests.put(
                "changes of 100 ids | 500",
                () -> client.post(
                        client.call("Todo/changes", ",\"sinceState\":\"" + state + "\",\"maxChanges\":100", 0)));
        requests.put(
                "query over " + OBJECTS + ", sorted, 50 of them | 500",
                () -> client.post(client.call("Todo/query", ",\"limit\":50,\"sort\":[{\"property\":\"title\"}]", 0)));
        return requests;
    }

    private static Figure measured(BenchServer server, String what, Request request) throws Exception {
        int times = Integer.parseInt(what.substring(what.lastIndexOf(' ') + 1));
        List<Double> micros = new ArrayList<>();
        for (int round = 0; round < WARMING + COUNTED; round++) {
            Duration before = server.cpu();
            for (int i = 0; i < times; i++) {
                request.send();
            }
            if (round >= WARMING) {
                micros.add(server.cpu().minus(before).toNanos() / 1e3 / times);
            }
        }
        return Figure.of(
                "JMAP " + what.substring(0, what.lastIndexOf(" |")) + ": CPU of a request",
                "µs",
                Figure.median(micros));
    }
}
