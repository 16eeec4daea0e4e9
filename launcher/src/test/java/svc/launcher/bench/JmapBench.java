package svc.launcher.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The cost of JMAP requests for the whole server: HTTP, the token, the engine and the store, with the to-dos of the
 * example. One client with one connection over HTTP/1.1 and sequential requests; processor time of the server's
 * process.
 */
final class JmapBench implements Measurement {

    private static final int OBJECTS = 100_000;
    private static final int AT_ONCE = 500;

    private final Path distribution;

    JmapBench(Path distribution) {
        this.distribution = distribution;
    }

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path home = directory.resolve("home");
        BenchClient.found(distribution, home);
        Path extensions = Files.createDirectories(home.resolve("extensions"));
        try (Stream<Path> jars = Files.list(distribution.resolve("examples"))) {
            Files.copy(jars.findFirst().orElseThrow(), extensions.resolve("todo.jar"));
        }
        List<Figure> figures = new ArrayList<>();
        try (BenchServer server = BenchServer.start(distribution, jdk, home)) {
            BenchClient client = BenchClient.of(server.url());
            String state = fill(client);
            requests(client, state)
                    .forEach((request, act) -> figures.add(Figure.of(
                            "JMAP " + request.what() + ": CPU of a request",
                            "µs",
                            server.micros(request.times(), act))));
        }
        return figures;
    }

    /** Creates the objects; returns the state before the last hundred. */
    private static String fill(BenchClient client) throws IOException, InterruptedException {
        String state = "";
        for (int created = 0; created < OBJECTS; created += AT_ONCE) {
            state = created + AT_ONCE < OBJECTS
                    ? state
                    : BenchClient.member(client.post(set(client, AT_ONCE - 100)), "newState");
            client.post(set(client, created + AT_ONCE < OBJECTS ? AT_ONCE : 100));
        }
        return state;
    }

    private static String set(BenchClient client, int size) {
        String create = IntStream.range(0, size)
                .mapToObj(i -> "\"c" + i + "\":{\"title\":\"thing to do number " + (i * 7_919) % 10_007 + "\"}")
                .collect(Collectors.joining(","));
        return client.call("Todo/set", ",\"create\":{" + create + "}", 0);
    }

    /**
     * A measurement.
     *
     * @param times the number of requests in a round
     */
    private record Named(String what, int times) {}

    private static Map<Named, BenchServer.Act> requests(BenchClient client, String state)
            throws IOException, InterruptedException {
        String ids = client.post(client.call("Todo/query", ",\"limit\":" + AT_ONCE, 0));
        String list = ids.substring(ids.indexOf("\"ids\":[") + 6, ids.indexOf(']', ids.indexOf("\"ids\":[")) + 1);
        String batch = IntStream.range(0, 32)
                .mapToObj(i -> client.call("Todo/query", ",\"limit\":10", 2 * i) + ","
                        + client.call(
                                "Todo/get",
                                ",\"#ids\":{\"resultOf\":\"" + 2 * i + "\",\"name\":\"Todo/query\",\"path\":\"/ids\"}",
                                2 * i + 1))
                .collect(Collectors.joining(","));
        Map<Named, BenchServer.Act> requests = new LinkedHashMap<>();
        requests.put(new Named("session", 2000), client::session);
        requests.put(new Named("echo", 2000), () -> client.post("[\"Core/echo\",{\"hello\":true},\"0\"]"));
        requests.put(new Named("batch of 64 calls with references", 100), () -> client.post(batch));
        requests.put(new Named("get of 500", 100), () -> client.post(client.call("Todo/get", ",\"ids\":" + list, 0)));
        requests.put(new Named("set of 500", 20), () -> client.post(set(client, AT_ONCE)));
        requests.put(
                new Named("changes of 100 ids", 500),
                () -> client.post(
                        client.call("Todo/changes", ",\"sinceState\":\"" + state + "\",\"maxChanges\":100", 0)));
        requests.put(
                new Named("query over " + OBJECTS + ", sorted, 50 of them", 500),
                () -> client.post(client.call("Todo/query", ",\"limit\":50,\"sort\":[{\"property\":\"title\"}]", 0)));
        return requests;
    }
}
