package svc.proto.imap.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.fetch.TestMailbox.octets;

import com.sun.management.ThreadMXBean;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;

/** Measures the processor time of FETCH. The limits leave room for a machine that is busy. */
@Tag("soak")
@Covers(value = "IMAP-01", part = "cost of FETCH")
class FetchCostTest {

    private static final int MANY = Integer.getInteger("svc.messages", 100_000);
    private static final int SOME = 10_000;

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static TestMailbox mailbox(int messages) {
        TestMailbox mailbox = new TestMailbox(SERVER);
        for (int from = 0; from < messages; from += 2_000) {
            List<byte[]> some = new ArrayList<>();
            for (int i = from; i < from + 2_000; i++) {
                some.add(octets("From: Ann Example <ann" + i % 100
                        + "@far.test>\r\nTo: bob@fetch.test\r\nSubject: plans " + i + "\r\nMessage-ID: <" + i
                        + "@far.test>\r\nDate: Tue, 1 Apr 2025 10:20:30 +0200\r\n\r\nDear all\r\n"));
            }
            mailbox.file(some, from % 4_000 == 0 ? Set.of("$seen") : Set.of());
        }
        mailbox.select(true);
        return mailbox;
    }

    /** Returns the least processor time of several repetitions. */
    private static Duration cost(TestMailbox mailbox, String command, int times) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < times; i++) {
            long before = threads.getCurrentThreadCpuTime();
            mailbox.fetch(command, OutputStream.nullOutputStream());
            least = Math.min(least, threads.getCurrentThreadCpuTime() - before);
        }
        System.out.println(command + ": " + least / 1_000 + " us");
        return Duration.ofNanos(least);
    }

    @Test
    void returnsFlagsOf100000Messages() {
        TestMailbox mailbox = mailbox(MANY);
        cost(mailbox, "FETCH 1:* (FLAGS MODSEQ)", 7);
        cost(mailbox, "FETCH 1:* (FLAGS UID INTERNALDATE)", 7);
        assertThat(cost(mailbox, "FETCH 1:* FLAGS", 9)).isLessThan(Duration.ofNanos(3_000L * MANY));
    }

    @Test
    void returnsEnvelopesOf10000Messages() {
        TestMailbox mailbox = mailbox(SOME);
        cost(mailbox, "FETCH 1:* (FLAGS ENVELOPE)", 1);
        cost(mailbox, "FETCH 1:* (FLAGS BODYSTRUCTURE ENVELOPE RFC822.SIZE INTERNALDATE)", 7);
        cost(mailbox, "FETCH 1:* BODY.PEEK[HEADER.FIELDS (SUBJECT FROM)]", 3);
        cost(mailbox, "FETCH 1:* BODY.PEEK[]", 3);
        assertThat(cost(mailbox, "FETCH 1:* (FLAGS ENVELOPE)", 9)).isLessThan(Duration.ofMillis(420));
    }
}
