package svc.proto.imap.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.proto.imap.message.MessageThreads.ThreadMessage;
import svc.proto.imap.response.ResponseWriter;

/** Tests the algorithms of THREAD and their response. */
final class MessageThreadsTest {

    private static String text(List<ThreadNode> threads) throws IOException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        ResponseWriter out = new ResponseWriter(sent);
        ThreadNode.write(out, threads);
        out.flush();
        return sent.toString(StandardCharsets.US_ASCII).strip();
    }

    private static ThreadMessage message(long number, String subject, long... references) {
        return new ThreadMessage(number, number, subject, number, references);
    }

    private static String references(ThreadMessage... messages) throws IOException {
        return text(MessageThreads.references(List.of(messages)));
    }

    @Test
    void writesThreads() throws Exception {
        ThreadNode six = new ThreadNode(
                6,
                List.of(
                        new ThreadNode(4, List.of(new ThreadNode(23, List.of()))),
                        new ThreadNode(44, List.of(new ThreadNode(7, List.of(new ThreadNode(96, List.of())))))));
        List<ThreadNode> threads = List.of(new ThreadNode(2, List.of()), new ThreadNode(3, List.of(six)));
        assertThat(text(threads)).as("the example of RFC 5256 §4").isEqualTo("* THREAD (2)(3 6 (4 23)(44 7 96))");
        assertThat(text(List.of())).isEqualTo("* THREAD");
        assertThat(text(List.of(
                        new ThreadNode(0, List.of(new ThreadNode(3, List.of()), new ThreadNode(5, List.of()))))))
                .isEqualTo("* THREAD ((3)(5))");
    }

    @Test
    void ordersBySubject() throws Exception {
        List<ThreadMessage> messages = List.of(
                new ThreadMessage(1, 50, "a", 0, new long[0]),
                new ThreadMessage(2, 40, "Re: b", 0, new long[0]),
                new ThreadMessage(3, 30, "RE: A", 0, new long[0]),
                new ThreadMessage(4, 30, "[list] a", 0, new long[0]),
                new ThreadMessage(5, 90, "b (fwd)", 0, new long[0]));
        assertThat(text(MessageThreads.orderedSubject(messages))).isEqualTo("* THREAD (3 (4)(1))(2 5)");
    }

    @Test
    void linksMessagesByReferences() throws Exception {
        assertThat(references(message(1, "a"), message(2, "b", 1), message(3, "c", 1, 2), message(4, "d", 1)))
                .isEqualTo("* THREAD (1 (2 3)(4))");
        assertThat(references(message(1, "a"), message(2, "b", 99, 1), message(3, "c", 99)))
                .as("message 1 has no references and its turn before that of message 2")
                .isEqualTo("* THREAD ((1 2)(3))");
        assertThat(references(message(2, "b", 9), message(3, "c", 9))).isEqualTo("* THREAD ((2)(3))");
        assertThat(references(message(2, "b", 9))).isEqualTo("* THREAD (2)");
        assertThat(references(message(2, "b", 8, 9, 10), message(3, "c", 8))).isEqualTo("* THREAD ((2)(3))");
    }

    @Test
    void makesNoLoops() throws Exception {
        assertThat(references(message(1, "a", 2), message(2, "b", 1))).isEqualTo("* THREAD (2 1)");
        assertThat(references(message(1, "a", 1))).isEqualTo("* THREAD (1)");
        assertThat(references(message(1, "a", 3, 2), message(2, "b", 1, 3), message(3, "c", 2, 1)))
                .contains("1");
    }

    @Test
    void usesAMessageIdOnlyForItsFirstMessage() throws Exception {
        assertThat(references(
                        new ThreadMessage(1, 1, "a", 7, new long[0]),
                        new ThreadMessage(2, 2, "b", 7, new long[0]),
                        new ThreadMessage(3, 3, "c", 0, new long[] {7})))
                .isEqualTo("* THREAD (1 3)(2)");
    }

    @Test
    void mergesThreadsWithTheSameSubject() throws Exception {
        assertThat(references(message(1, "a"), message(2, "Re: a"), message(3, "Fwd: a")))
                .as("replies below the first message")
                .isEqualTo("* THREAD (1 (2)(3))");
        assertThat(references(message(1, "Re: a"), message(2, "a")))
                .as("a reply that is older")
                .isEqualTo("* THREAD (2 1)");
        assertThat(references(message(1, "a"), message(2, "a"), message(3, "a")))
                .as("no replies")
                .isEqualTo("* THREAD ((1)(2)(3))");
        assertThat(references(message(1, "Re: a"), message(2, "Re: a")))
                .as("only replies")
                .isEqualTo("* THREAD ((1)(2))");
        assertThat(references(message(1, "a", 90), message(2, "b", 90), message(3, "Re: a")))
                .as("a thread with an absent first message")
                .isEqualTo("* THREAD ((1)(2)(3))");
        assertThat(references(message(1, ""), message(2, "Re:")))
                .as("no subject")
                .isEqualTo("* THREAD (1)(2)");
    }

    @Test
    void ordersSiblingsByDate() throws Exception {
        assertThat(references(
                        new ThreadMessage(1, 9, "x", 1, new long[0]),
                        new ThreadMessage(2, 8, "a", 2, new long[] {1}),
                        new ThreadMessage(3, 7, "b", 3, new long[] {1}),
                        new ThreadMessage(4, 7, "y", 4, new long[0])))
                .isEqualTo("* THREAD (4)(1 (3)(2))");
    }

    @ParameterizedTest
    @CsvSource({
        "Re: a, true",
        "re[2]: a, true",
        "FWD: a, true",
        "a (fwd), true",
        "[fwd: a], true",
        "[list] Re: a, true",
        "a, false",
        "[list] a, false",
        "[x] [y] a, false",
        "[a], false",
        "'', false",
        "reply: a, false"
    })
    void recognizesReplies(String subject, boolean reply) {
        assertThat(message(1, subject).isReply()).isEqualTo(reply);
    }

    @Test
    void ordersALongChainAndManyEqualSubjects() throws Exception {
        int size = 50_000;
        List<ThreadMessage> chain = new ArrayList<>();
        List<ThreadMessage> equal = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            // Each message refers to the next one, so that each link has the longest way to the top.
            chain.add(message(i, "a" + i, i + 1));
            equal.add(message(i, "a"));
        }
        assertThat(text(MessageThreads.references(chain)))
                .startsWith("* THREAD (50000 49999 49998 ")
                .endsWith(" 2 1)");
        assertThat(text(MessageThreads.references(equal)))
                .startsWith("* THREAD ((1)(2)(3)")
                .endsWith("(50000))");
        assertThat(text(MessageThreads.orderedSubject(equal))).startsWith("* THREAD (1 (2)(3)");
    }

    @Test
    void keepsEveryMessageOfRandomReferences() throws Exception {
        Random random = new Random(5);
        for (int round = 0; round < 2_000; round++) {
            List<ThreadMessage> messages = new ArrayList<>();
            int size = 1 + random.nextInt(8);
            for (int i = 1; i <= size; i++) {
                long[] references = random.longs(random.nextInt(4), 1, 12).toArray();
                String subject = (random.nextBoolean() ? "Re: " : "") + (char) ('a' + random.nextInt(4));
                messages.add(new ThreadMessage(i, random.nextInt(5), subject, 1 + random.nextInt(10), references));
            }
            assertThat(text(MessageThreads.references(messages))
                            .replaceAll("[^0-9]+", " ")
                            .strip()
                            .split(" "))
                    .hasSize(size)
                    .doesNotHaveDuplicates();
        }
    }
}
