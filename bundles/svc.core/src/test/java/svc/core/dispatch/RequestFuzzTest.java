package svc.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.json.Json;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.json.JacksonJson;
import svc.testkit.Covers;

/** Any input gets a JSON response, causes no server failure, and reveals no internals. */
class RequestFuzzTest {

    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "null",
        "true",
        "-1",
        "1e9",
        "0.5",
        "\"#k\"",
        "\"id\"",
        "\"*\"",
        "\"/\"",
        "\"~1\"",
        "\"operator\":\"AND\"",
        "\"conditions\":[]",
        "\"resultOf\":\"a\"",
        "\"path\":\"/list/*/id\"",
        "\\u0000",
        "\u00e9",
        "\"ids\":null",
        "\"#ids\":{\"resultOf\":\"a\",\"name\":\"Note/query\",\"path\":\"/ids\"}",
        "9007199254740993",
        "\"keywords/x\":true",
        "\"keywords/x/y\":1",
        "\"tags/0\":\"z\"",
        "\"title\":{}",
        "\"position\":-99999999999",
        "\"\""
    };

    private static final Json.Binding ANSWERS = new JacksonJson().binding(Json.Names.EXACT);

    /** The number of rounds per server: objects created earlier make each query slower. */
    private static final int ROUNDS_OF_A_SERVER = 2_000;

    @Test
    @Covers({"ENV-01", "ERR-03"})
    void mutatedRequestsAreAnsweredOrRejected() {
        run(20_000);
    }

    @Test
    @Tag("soak")
    @Covers({"ENV-01", "ERR-03"})
    void aMillionMutatedRequestsAreAnsweredOrRejected() {
        run(1_000_000);
    }

    private static void run(int rounds) {
        for (int seed = 0; seed < rounds / ROUNDS_OF_A_SERVER; seed++) {
            Bench bench = new Bench();
            Account ada = bench.account("o", "ada");
            bench.add(new Note.Notes());
            bench.add(new Note.Type());
            Random random = new Random(seed);
            List<byte[]> seeds = seeds(ada);
            for (int i = 0; i < ROUNDS_OF_A_SERVER; i++) {
                send(bench, ada, mutated(seeds.get(random.nextInt(seeds.size())), random));
            }
        }
    }

    private static void send(Bench bench, Account ada, byte[] body) {
        String sent = new String(body, StandardCharsets.UTF_8);
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            bench.engine.run(bench.engine.ready(Bench.caller(ada), body), out);
            String answer = out.toString(StandardCharsets.UTF_8);
            assertThat(ANSWERS.read(answer)).as(sent).isNotNull();
            assertThat(answer).as(sent).doesNotContain("serverFail").doesNotContain("Exception");
        } catch (RequestErrors refused) {
            assertThat(refused.members().toString()).as(sent).doesNotContain("Exception");
        }
    }

    private static List<byte[]> seeds(Account ada) {
        String account = "\"accountId\":\"" + ada.id() + "\"";
        String using = "{\"using\":[" + Note.USING + "],\"methodCalls\":[";
        return List.of(
                        using + "[\"Core/echo\",{\"a\":[1,{\"b\":null}]},\"a\"]]}",
                        using + "[\"Note/set\",{" + account
                                + ",\"create\":{\"k\":{\"title\":\"t\",\"parent\":\"#j\"},\"j\":{\"title\":\"u\"}},"
                                + "\"update\":{\"#k\":{\"keywords/x\":true,\"rank\":null}},\"destroy\":[\"#j\",\"n1\"]},\"a\"],"
                                + "[\"Note/get\",{" + account
                                + ",\"ids\":[\"#k\"],\"properties\":[\"title\"]},\"b\"]]}",
                        using + "[\"Note/query\",{" + account
                                + ",\"filter\":{\"operator\":\"AND\",\"conditions\":[{\"rankFrom\":1},{\"titleContains\":\"t\"}]},"
                                + "\"sort\":[{\"property\":\"title\",\"isAscending\":false,\"collation\":\"i;ascii-numeric\"}],\"position\":-2,\"limit\":5,\"calculateTotal\":true},\"a\"],"
                                + "[\"Note/get\",{" + account
                                + ",\"#ids\":{\"resultOf\":\"a\",\"name\":\"Note/query\",\"path\":\"/ids/*\"}},\"b\"]]}",
                        using + "[\"Note/changes\",{" + account + ",\"sinceState\":\"s1-1\",\"maxChanges\":3},\"a\"],"
                                + "[\"Note/queryChanges\",{" + account
                                + ",\"sinceQueryState\":\"s1-2\",\"upToId\":\"n1\"},\"b\"],"
                                + "[\"Note/copy\",{\"fromAccountId\":\"x\"," + account
                                + ",\"create\":{\"c\":{\"id\":\"n1\"}}},\"c\"]]}")
                .stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static byte[] mutated(byte[] seed, Random random) {
        byte[] body = seed.clone();
        for (int i = random.nextInt(4); i >= 0 && body.length > 0; i--) {
            int at = random.nextInt(body.length);
            switch (random.nextInt(5)) {
                case 0 -> body[at] = (byte) random.nextInt(256);
                case 1 -> body = Arrays.copyOf(body, at);
                case 2 -> body = spliced(body, at, at, PIECES[random.nextInt(PIECES.length)]);
                case 3 ->
                    body = spliced(
                            body,
                            at,
                            Math.min(body.length, at + random.nextInt(30)),
                            PIECES[random.nextInt(PIECES.length)]);
                default -> body = spliced(body, at, Math.min(body.length, at + random.nextInt(8)), "");
            }
        }
        return body;
    }

    private static byte[] spliced(byte[] body, int from, int to, String piece) {
        byte[] middle = piece.getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(body, from + middle.length + body.length - to);
        System.arraycopy(middle, 0, whole, from, middle.length);
        System.arraycopy(body, to, whole, from + middle.length, body.length - to);
        return whole;
    }
}
