package svc.launcher.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The duration of the requests of a quiet account beside the load of another one (FAIR-01): its echo, flag and get,
 * alone and beside heavy searches, sets of 500 messages, and the destruction of a mailbox of 20,000.
 */
final class FairnessBench implements Measurement {

    private static final List<String> MAIL =
            List.of("urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", "urn:ietf:params:jmap:blob");
    private static final Pattern IMPORTED = Pattern.compile("\"e\\d+\":\\{\"id\":\"([^\"]+)\"");
    private static final int MESSAGES = 20_000;
    private static final int IN_A_CALL = 100;
    private static final int IN_A_SET = 500;
    private static final int CONNECTIONS = 8;
    private static final int TIMES = 300;
    private static final int WORDS = 2_000;

    private final Path distribution;

    FairnessBench(Path distribution) {
        this.distribution = distribution;
    }

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path home = directory.resolve("home");
        BenchClient.found(distribution, home);
        BenchClient.add(distribution, home, "eve@bench.example");
        List<Figure> figures = new ArrayList<>();
        try (BenchServer server = BenchServer.start(distribution, jdk, home)) {
            BenchClient noisy = BenchClient.of(server.url());
            BenchClient quiet = BenchClient.of(server.url(), "eve@bench.example");
            String inbox = newMailbox(noisy);
            List<String> ids = fill(noisy, inbox, MESSAGES);
            String own = fill(quiet, newMailbox(quiet), IN_A_CALL).get(0);
            beside(figures, "alone", quiet, own, List.of());
            beside(
                    figures,
                    "beside 8 connections that search",
                    quiet,
                    own,
                    Collections.nCopies(CONNECTIONS, () -> search(noisy)));
            beside(figures, "beside sets of 500", quiet, own, List.of(new Sets(noisy, ids)));
            long start = System.nanoTime();
            beside(figures, "beside a mailbox that is destroyed", quiet, own, List.of(() -> destroy(noisy, inbox)));
            figures.add(Figure.of(
                    "fairness: until a mailbox of 20,000 is destroyed, at most",
                    "s",
                    (System.nanoTime() - start) / 1e9));
        }
        return figures;
    }

    private static void beside(
            List<Figure> figures, String what, BenchClient quiet, String own, List<BackgroundClients.Act> noise)
            throws Exception {
        Map<String, BackgroundClients.Act> acts = new LinkedHashMap<>();
        acts.put("echo", () -> quiet.post(MAIL, "[\"Core/echo\",{\"hello\":true},\"0\"]"));
        acts.put("flag", new Flag(quiet, own));
        acts.put("get", () -> quiet.post(MAIL, quiet.call("Email/get", ",\"ids\":[\"" + own + "\"]", 0)));
        try (BackgroundClients neighbours = new BackgroundClients(noise)) {
            for (Map.Entry<String, BackgroundClients.Act> act : acts.entrySet()) {
                double p99 = BackgroundClients.p99(TIMES, act.getValue());
                figures.add(Figure.of("fairness " + what + ": p99 of " + act.getKey(), "ms", p99));
            }
            figures.add(Figure.of("fairness " + what + ": requests of the other account", "", neighbours.rounds()));
        }
    }

    /** Sets and clears a keyword in turn. */
    private static final class Flag implements BackgroundClients.Act {
        private final BenchClient client;
        private final String id;
        private boolean set;

        Flag(BenchClient client, String id) {
            this.client = client;
            this.id = id;
        }

        @Override
        public void act() throws Exception {
            set = !set;
            client.post(MAIL, flags(client, List.of(id), set));
        }
    }

    /** Sets and clears a keyword of 500 messages in turn. */
    private static final class Sets implements BackgroundClients.Act {
        private final BenchClient client;
        private final List<String> ids;
        private int turn;

        Sets(BenchClient client, List<String> ids) {
            this.client = client;
            this.ids = ids;
        }

        @Override
        public void act() throws Exception {
            int from = turn / 2 * IN_A_SET % ids.size();
            client.post(MAIL, flags(client, ids.subList(from, from + IN_A_SET), turn++ % 2 == 0));
        }
    }

    private static String flags(BenchClient client, List<String> ids, boolean set) {
        String patch = "{\"keywords/$flagged\":" + (set ? "true" : "null") + "}";
        String update = ids.stream().map(id -> "\"" + id + "\":" + patch).collect(Collectors.joining(","));
        return client.call("Email/set", ",\"update\":{" + update + "}", 0);
    }

    private static void search(BenchClient client) throws IOException, InterruptedException {
        String some = IntStream.range(1, 9)
                .mapToObj(i -> "{\"text\":\"word" + i + "*\"}")
                .collect(Collectors.joining(","));
        client.post(
                MAIL,
                client.call(
                        "Email/query",
                        ",\"filter\":{\"operator\":\"OR\",\"conditions\":[" + some
                                + "]},\"sort\":[{\"property\":\"subject\"}],\"collapseThreads\":true,"
                                + "\"calculateTotal\":true,\"limit\":100",
                        0));
    }

    /** Destroys a mailbox; later calls get an error. */
    private static void destroy(BenchClient client, String mailbox) throws IOException, InterruptedException {
        client.post(
                MAIL,
                client.call("Mailbox/set", ",\"destroy\":[\"" + mailbox + "\"],\"onDestroyRemoveEmails\":true", 0));
    }

    private static String newMailbox(BenchClient client) throws IOException, InterruptedException {
        return BenchClient.member(
                client.post(MAIL, client.call("Mailbox/set", ",\"create\":{\"k\":{\"name\":\"Bench\"}}", 0)), "id");
    }

    private static List<String> fill(BenchClient client, String mailbox, int messages)
            throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        for (int created = 0; created < messages; created += IN_A_CALL) {
            int from = created;
            String blobs = IntStream.range(from, from + IN_A_CALL)
                    .mapToObj(n -> "\"b" + n + "\":{\"data\":[{\"data:asText\":\"" + message(n) + "\"}]}")
                    .collect(Collectors.joining(","));
            String emails = IntStream.range(from, from + IN_A_CALL)
                    .mapToObj(n ->
                            "\"e" + n + "\":{\"blobId\":\"#b" + n + "\",\"mailboxIds\":{\"" + mailbox + "\":true}}")
                    .collect(Collectors.joining(","));
            String answer = client.post(
                    MAIL,
                    client.call("Blob/upload", ",\"create\":{" + blobs + "}", 0) + ","
                            + client.call("Email/import", ",\"emails\":{" + emails + "}", 1));
            Matcher id = IMPORTED.matcher(answer);
            while (id.find()) {
                ids.add(id.group(1));
            }
        }
        if (ids.size() != messages) {
            throw new IllegalStateException(ids.size() + " messages came in");
        }
        return ids;
    }

    private static String message(int n) {
        Random random = new Random(n);
        String words = IntStream.range(0, 120)
                .mapToObj(i -> "word" + (int) (WORDS * random.nextDouble() * random.nextDouble()))
                .collect(Collectors.joining(" "));
        return "From: p" + n % 100 + "@far.example\\r\\nTo: ann@bench.example\\r\\nSubject: about "
                + random.nextInt(WORDS) + "\\r\\nMessage-ID: <" + n + "@far.example>\\r\\n\\r\\n" + words + "\\r\\n";
    }
}
