package svc.proto.imap.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.testkit.bundles.BundleServer;

/** Measures searches in large mailboxes. */
@Tag("soak")
final class SearchCostTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static final int AT_ONCE = 200;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static String message(int i) {
        return "From: person" + i % 500 + "@far.test\r\nTo: ann@one.test\r\nSubject: topic " + i % 1_000
                + "\r\nMessage-ID: <" + i + "@far.test>\r\nDate: Tue, 1 Sep 2026 10:00:00 +0000\r\n\r\n"
                + "Common words and number" + i + " and rare" + i % 200 + ".\r\n"
                + "Filling text of the body. ".repeat(40);
    }

    /** Files messages with different texts, or all with the same one. */
    private static void fill(SearchedMailbox box, int count, boolean different) {
        Instant received = Instant.parse("2026-09-01T10:00:00Z");
        ParsedMessage same = box.parsed(message(0));
        List<NewEmail> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ParsedMessage parsed = different ? box.parsed(message(i)) : same;
            Set<String> keywords = i % (count / 10) == 5 ? Set.of("$flagged") : Set.of("$seen");
            batch.add(new NewEmail(parsed, Set.of(box.mailbox), keywords, received.plusSeconds(60L * i)));
            if (batch.size() == AT_ONCE || i == count - 1) {
                List<NewEmail> filed = List.copyOf(batch);
                box.access.write("file", tx -> box.access.services().mail().file(tx, filed));
                batch.clear();
            }
        }
        box.select();
    }

    /** Returns the least processor time of five runs in milliseconds, on which other processes have no effect. */
    private static double time(SearchedMailbox box, String command) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            box.response(command);
            best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
        }
        return best / 1e6;
    }

    private static Map<String, Double> times(SearchedMailbox box, String... commands) {
        Map<String, Double> times = new LinkedHashMap<>();
        for (String command : commands) {
            times.put(command, time(box, command));
            System.out.printf("%-60s %8.2f ms%n", command, times.get(command));
        }
        return times;
    }

    @Test
    void findsTextsInTenThousandMessages() {
        SearchedMailbox box = new SearchedMailbox(SERVER, "texts@one.test");
        fill(box, 10_000, true);
        while (box.execute("SEARCH TEXT rare7").get(1).contains("missing")) {
            SERVER.advance(Duration.ofSeconds(10));
        }
        Map<String, Double> times = times(
                box,
                "SEARCH TEXT rare7",
                "SEARCH TEXT number4711",
                "SEARCH TEXT common",
                "SEARCH BODY \"common words\"",
                "SEARCH SUBJECT \"topic 7\"",
                "SEARCH SUBJECT topic",
                "SEARCH HEADER Message-ID \"<4711@far.test>\"",
                "SEARCH FROM person7",
                "SEARCH LARGER 1000",
                "SEARCH SENTSINCE 1-Sep-2026",
                "SORT (SUBJECT) UTF-8 ALL",
                "SORT (FROM) UTF-8 ALL",
                "SORT (REVERSE ARRIVAL) UTF-8 ALL",
                "THREAD REFERENCES UTF-8 ALL");
        assertThat(times.get("SEARCH TEXT rare7")).isLessThan(50);
        assertThat(times.get("SEARCH TEXT common")).isLessThan(50);
    }

    @Test
    void findsUnseenInAHundredThousandMessages() {
        SearchedMailbox box = new SearchedMailbox(SERVER, "unseen@one.test");
        fill(box, 100_000, false);
        Map<String, Double> times = times(
                box,
                "SEARCH UNSEEN",
                "SEARCH UNSEEN UNDELETED",
                "SEARCH FLAGGED",
                "SEARCH RETURN (COUNT) SEEN",
                "SEARCH SINCE 9-Nov-2026",
                "UID SEARCH UID 99990:* SEEN",
                "SEARCH RETURN (COUNT) LARGER 100",
                "UID SEARCH RETURN (ALL) ALL");
        assertThat(times.get("SEARCH UNSEEN")).isLessThan(20);
    }
}
