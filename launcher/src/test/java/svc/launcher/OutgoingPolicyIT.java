package svc.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/**
 * Mail to domains with different policies, whose hosts are postfix and whose names come from signed zones: what becomes of
 * each kind of message, what the TLS report of the domain says, and whether another verifier accepts the signatures.
 */
final class OutgoingPolicyIT {

    private static final String ANN = "ann@policy.example";
    private static final String REPORTS = "reports.test";

    @TempDir
    private Path folder;

    private NetworkBox box;
    private TestAuthority authority;
    private PolicyDomains domains;
    private DkimVerifier verifier;

    /**
     * A domain.
     *
     * @param plain the beginning of the status of a message in US-ASCII: 2 for sent, 4 for waiting, 5 for failed
     * @param eightBit that of a message in UTF-8 with the encoding 8bit
     * @param requireTls that of a message with REQUIRETLS
     * @param policy the type of the policy in the TLS report; empty if there is no report
     * @param results the result types in the TLS report, sorted
     */
    private record Row(
            String domain, String plain, String eightBit, String requireTls, String policy, List<String> results) {

        Row(String domain, String plain, String eightBit, String requireTls, String policy, String... results) {
            this(domain, plain, eightBit, requireTls, policy, List.of(results));
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row("clear.test", "2.0.0", "2.0.0", "5.7.30", "no-policy-found", "starttls-not-supported"),
            new Row("tls.test", "2.0.0", "2.0.0", "5.7.30", "no-policy-found", "successful"),
            new Row("dane.test", "2.0.0", "2.0.0", "5.7.30", "tlsa", "successful"),
            new Row("dane-wrong.test", "4.7.5", "4.7.5", "4.7.5", "tlsa", "validation-failure"),
            new Row("dane-clear.test", "4.7.5", "4.7.5", "4.7.5", "tlsa", "starttls-not-supported"),
            new Row("dane.unsigned", "2.0.0", "2.0.0", "5.7.30", "no-policy-found", "successful"),
            new Row("sts.test", "2.0.0", "2.0.0", "5.7.30", "sts", "successful"),
            new Row("sts-wrong.test", "4.7.5", "4.7.5", "4.7.5", "sts", "certificate-host-mismatch"),
            new Row("sts-other.test", "4.7.5", "4.7.5", "4.7.5", "sts", "validation-failure"),
            new Row("sts-testing.test", "2.0.0", "2.0.0", "5.7.30", "sts", "certificate-host-mismatch"),
            new Row("ascii.test", "2.0.0", "5.6.3", "5.7.30", "no-policy-found", "successful"),
            new Row("full.test", "4.2.2", "4.2.2", "5.7.30", "no-policy-found", "successful"),
            new Row("grey.test", "4.2.0", "4.2.0", "5.7.30", "no-policy-found", "successful"),
            new Row("null.test", "5.1.10", "5.1.10", "5.1.10", ""),
            new Row("name.bogus", "4.4.3", "4.4.3", "4.4.3", ""),
            new Row("none.test", "5.1.2", "5.1.2", "5.1.2", ""));

    @BeforeEach
    void create() throws Exception {
        box = new NetworkBox(folder.resolve("box"));
        authority = new TestAuthority(folder.resolve("keys"));
        domains = new PolicyDomains(box, authority, REPORTS);
        verifier = new DkimVerifier(folder);
    }

    @AfterEach
    void close() {
        domains.close();
        box.close();
    }

    @Test
    @Covers(value = "SMTP-05", part = "policies")
    void eachDomainGetsItsMailAsItsPolicySays() throws Exception {
        try (SlowServer greylist = SlowServer.greylist();
                SlowServer tarpit = SlowServer.tarpit(PolicyDomains.tarpit())) {
            domains.add(greylist.port());
            publishKeys();
            box.start();
            domains.serve();
            try (RunningServer server = start()) {
                Sender ann = Sender.of(server, ANN);
                String stuck = submit(ann, ann.draft("x@far.test", "stuck"), "stuck@tarpit.test", "");
                server.await("the tarpit has the message", () -> tarpit.connections() > 0);
                Map<String, List<String>> outcomes = outcomes(ann);
                assertThat(reply(ann, stuck)).as("all others have passed it").startsWith("250 2.1.5 ");
                ann.awaitInbox(notifications(outcomes));
                Map<String, JsonNode> reports = reports(server);
                List<Row> found = ROWS.stream()
                        .map(row -> found(
                                row.domain(), requireNonNull(outcomes.get(row.domain())), reports.get(row.domain())))
                        .toList();
                assertThat(found).containsExactlyElementsOf(ROWS);
                assertThat(verifier.verifications(
                                box.messages("plain@clear.test").get(0)))
                        .as("of dkimpy, by RSA and Ed25519")
                        .isEqualTo("[True, True]");
                assertThat(box.messages("plain@grey.test")).as("after a retry").hasSize(1);
            }
        }
    }

    /** Creates the signing keys of the sender's domain, and adds their records to the zone. */
    private void publishKeys() throws Exception {
        try (RunningServer server =
                TestClock.svc().start(folder.resolve("home")).ready()) {
            Sender.of(server, ANN);
            String keys = server.command("", "dkim", "rotate", "policy.example", "--json")
                    .out();
            verifier.publish(MailCalls.json(keys), box);
        }
    }

    private RunningServer start() throws Exception {
        List<String> settings = new ArrayList<>(box.settings());
        settings.addAll(List.of("--set", "mail.out.allow_private=true"));
        settings.addAll(List.of("--set", "mail.hostname=\"mail.policy.example\""));
        settings.addAll(List.of("--set", "mail.postmaster=\"" + ANN + "\""));
        RunningServer server = TestClock.svc()
                .with("SVC_JAVA_OPTIONS", authority.trusted())
                .start(folder.resolve("home"), settings.toArray(String[]::new))
                .ready();
        assertThat(server.command("", "clock", "advance", "PT3M").exit())
                .as("earlier, the server asks for no signatures")
                .isZero();
        server.await(
                "both keys sign",
                () -> MailCalls.json(
                                server.command("", "dkim", "list", "--json").out())
                        .findValuesAsText("state")
                        .equals(List.of("live", "live")));
        return server;
    }

    /** Returns the enhanced status codes of the three messages to each domain. */
    private static Map<String, List<String>> outcomes(Sender ann) {
        String plain = ann.draft("x@far.test", "plain");
        String eightBit = imported(ann.user());
        Map<String, List<String>> ids = new TreeMap<>();
        for (Row row : ROWS) {
            ids.put(
                    row.domain(),
                    List.of(
                            submit(ann, plain, "plain@" + row.domain(), ""),
                            submit(ann, eightBit, "8bit@" + row.domain(), ""),
                            submit(ann, plain, "tls@" + row.domain(), "'REQUIRETLS':null")));
        }
        Map<String, List<String>> outcomes = new TreeMap<>();
        ids.forEach((domain, submissions) -> outcomes.put(
                domain, submissions.stream().map(id -> outcome(ann, id)).toList()));
        return outcomes;
    }

    /** Imports a message with octets that are not ASCII. */
    private static String imported(MailUser ann) {
        String message = String.join(
                "\r\n",
                "From: " + ANN,
                "To: x@far.test",
                "Subject: eight bits",
                "Date: Tue, 1 Apr 2025 10:20:30 +0200",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: 8bit",
                "",
                "gr\u00fcn \u20ac",
                "");
        return ann.bring(message.getBytes(UTF_8), ann.mailbox("drafts"), "")
                .path("id")
                .asText();
    }

    private static String submit(Sender ann, String email, String to, String parameter) {
        JsonNode response = ann.submit(
                email,
                ",'envelope':{'mailFrom':{'email':'" + ANN + "','parameters':{" + parameter + "}},'rcptTo':"
                        + SendingCalls.addresses(to) + "}");
        assertThat(response.at("/created/s/id").isTextual())
                .as(response.toString())
                .isTrue();
        return response.at("/created/s/id").asText();
    }

    private static String outcome(Sender ann, String submission) {
        List<String> codes = new ArrayList<>();
        ann.user().who().await("a status of " + submission, () -> {
            String reply = reply(ann, submission);
            codes.add(reply.split(" ", 3)[1]);
            return !reply.startsWith("250 2.1.5");
        });
        return codes.get(codes.size() - 1);
    }

    private static String reply(Sender ann, String submission) {
        return ann.submission(submission)
                .path("deliveryStatus")
                .iterator()
                .next()
                .path("smtpReply")
                .asText();
    }

    /** Returns the subjects of the notifications about the messages that failed. */
    private static String[] notifications(Map<String, List<String>> outcomes) {
        List<String> kinds = List.of("plain", "8bit", "tls");
        List<String> subjects = new ArrayList<>();
        outcomes.forEach((domain, codes) -> IntStream.range(0, kinds.size())
                .filter(i -> codes.get(i).startsWith("5"))
                .forEach(i -> subjects.add("Not delivered: your message to " + kinds.get(i) + "@" + domain)));
        return subjects.toArray(String[]::new);
    }

    /** Returns the report of each domain about the first day. */
    private Map<String, JsonNode> reports(RunningServer server) {
        assertThat(server.command("", "clock", "advance", "P2D").exit()).isZero();
        Map<String, JsonNode> reports = new TreeMap<>();
        server.await("the TLS reports", () -> {
            for (Row row : ROWS) {
                for (String message : box.messages(row.domain() + "@" + REPORTS)) {
                    reports.put(row.domain(), report(message));
                }
            }
            return reports.size()
                    == ROWS.stream().filter(row -> !row.policy().isEmpty()).count();
        });
        return reports;
    }

    private static JsonNode report(String message) {
        String part = message.substring(message.indexOf("application/tlsrpt+gzip"));
        String base64 = part.substring(part.indexOf("\n\n") + 2, part.indexOf("\n--"));
        try (InputStream json = new GZIPInputStream(
                new ByteArrayInputStream(Base64.getMimeDecoder().decode(base64.getBytes(ISO_8859_1))))) {
            return MailCalls.json(new String(json.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row found(String domain, List<String> outcomes, @Nullable JsonNode report) {
        TreeSet<String> results = new TreeSet<>();
        String policy = "";
        if (report != null) {
            JsonNode first = report.at("/policies/0");
            policy = first.at("/policy/policy-type").asText();
            first.path("failure-details").findValuesAsText("result-type").forEach(results::add);
            if (first.at("/summary/total-successful-session-count").asInt() > 0) {
                results.add("successful");
            }
        }
        return new Row(domain, outcomes.get(0), outcomes.get(1), outcomes.get(2), policy, List.copyOf(results));
    }
}
