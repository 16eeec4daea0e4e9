package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.testkit.Covers;
import svc.testkit.bundles.SendingCalls;

/** Many messages to many domains are due at once: connections and memory are bounded, and accounts take turns. */
@Covers(value = "SMTP-05", part = "backlog")
final class OutgoingBacklogIT {

    private static final Logger LOG = LoggerFactory.getLogger(OutgoingBacklogIT.class);
    private static final String ANN = "ann@backlog.test";
    private static final String BOB = "bob@backlog.test";
    private static final int CONNECTIONS = 64;
    private static final int BATCH = 50;
    private static final long MOST_BYTES = 64_000_000;

    @TempDir
    private Path folder;

    @Test
    void threeHundredMessagesToHundredDomains() throws Exception {
        try (SmtpSink sink = SmtpSink.onFreePort(stage -> {})) {
            drain(300, 100, sink, List.of("--set", "mail.out.smarthost=[\"127.0.0.1:" + sink.port() + "\"]"));
        }
    }

    @Test
    @Tag("soak")
    void tenThousandMessagesToThousandDomains() throws Exception {
        int hosts = 20;
        List<InetAddress> addresses = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            addresses.add(InetAddress.getByName(NetworkBox.address(100 + i)));
        }
        NetworkBox box = new NetworkBox(folder.resolve("box"));
        for (int i = 0; i < 1_000; i++) {
            box.record("d" + i + ".far.test. IN MX 10 mx.d" + i + ".far.test.")
                    .record("mx.d" + i + ".far.test. IN A " + NetworkBox.address(100 + i % hosts));
        }
        try (box;
                SmtpSink sink = new SmtpSink(addresses, 25, stage -> {})) {
            box.start();
            drain(10_000, 1_000, sink, box.settings());
        }
    }

    private void drain(int messages, int domains, SmtpSink sink, List<String> settings) throws Exception {
        try (RunningServer server = TestClock.svc()
                .start(
                        folder.resolve("home"),
                        Stream.concat(
                                        settings.stream(),
                                        Stream.of(
                                                "--set",
                                                "mail.out.allow_private=true",
                                                "--set",
                                                "mail.out.max_connections=" + CONNECTIONS,
                                                "--set",
                                                "submission.recipients_per_hour=1000000",
                                                "--set",
                                                "submission.recipients_per_day=1000000"))
                                .toArray(String[]::new))
                .ready()) {
            Sender ann = Sender.of(server, ANN);
            Sender bob = Sender.of(server, BOB);
            String email = ann.draft("x@far.test", "one of many");
            for (int i = 0; i < messages; i += BATCH) {
                int first = i;
                String submissions = IntStream.range(i, Math.min(i + BATCH, messages))
                        .mapToObj(n -> held(ann, email, "x" + n + "@d" + n % domains + ".far.test", "s" + (n - first)))
                        .collect(Collectors.joining(","));
                assertThat(ann.call("EmailSubmission/set", "'create':{" + submissions + "}")
                                .path("created"))
                        .hasSize(Math.min(BATCH, messages - i));
            }
            MeasuredProcess process = MeasuredProcess.of(server);
            long before = process.liveBytes();
            Duration cpu = process.cpu();
            assertThat(server.command("", "clock", "advance", "PT1H1S").exit()).isZero();
            server.await("the first messages", () -> sink.accepted().size() >= messages / 100);
            bob.send("bob@d7.far.test", "one");
            server.await("all messages", () -> sink.accepted().size() == messages + 1);
            LOG.info(
                    "{} messages, {} ms of CPU",
                    messages,
                    process.cpu().minus(cpu).toMillis());
            assertThat(process.liveBytes() - before).as("bytes of heap").isLessThan(MOST_BYTES);
            assertThat(sink.mostOpen()).as("connections").isLessThanOrEqualTo(CONNECTIONS);
            assertThat(sink.accepted().stream().flatMap(message -> message.recipients().stream()))
                    .doesNotHaveDuplicates()
                    .contains("bob@d7.far.test");
        }
    }

    private static String held(Sender sender, String email, String to, String id) {
        return "'" + id + "':" + "{'identityId':'" + sender.identity() + "','emailId':'" + email
                + "','envelope':{'mailFrom':{'email':'" + ANN + "','parameters':{'holdfor':'3600'}},'rcptTo':"
                + SendingCalls.addresses(to) + "}}";
    }
}
