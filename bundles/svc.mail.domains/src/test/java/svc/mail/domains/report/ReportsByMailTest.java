package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.api.dns.Resolver;
import svc.api.operation.OperationGroup;
import svc.api.store.Scope;
import svc.mail.domains.report.ReportOperations.SourceView;
import svc.mailauth.Zone;
import svc.mime.Message;
import svc.mime.MessageReader;
import svc.mime.Octets;
import svc.mime.Part;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Reports in messages that pass through the intake and the queue of svc.delivery. */
final class ReportsByMailTest {

    private static final Zone ZONE = new Zone()
            .txt("far.test", "v=spf1 ip4:192.0.2.7 -all")
            .txt("_dmarc.far.test", "v=DMARC1; p=reject; rua=mailto:dmarc@far.test!10m")
            .txt("_dmarc.one.test", "v=DMARC1; p=reject; rua=mailto:dmarc-reports@one.test")
            .txt("free.test", "v=spf1 -all");

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage(
                    "svc.delivery", "svc.mail.verification", "svc.mail.domains")
            .configured("svc.mail", Map.of("hostname", "mx.one.test"))
            .providing(Resolver.class, directory -> ZONE);

    private static final List<byte[]> SENT = new CopyOnWriteArrayList<>();

    /** Receives the messages to other servers. */
    private static final class FarServer implements MailTransport {

        @Override
        public boolean accepts(String address) {
            return true;
        }

        @Override
        public Result send(OutgoingMail mail) throws IOException {
            ByteArrayOutputStream octets = new ByteArrayOutputStream();
            mail.content().writeTo(octets);
            SENT.add(octets.toByteArray());
            return new Result(
                    Collections.nCopies(mail.envelope().recipients().size(), new SmtpReply(250, "2.0.0", "Received.")));
        }
    }

    private static String receive(String domain, String recipient, String message) {
        Arrival arrival =
                new Arrival(Zone.address("192.0.2.7"), "mx.far.test", "ESMTPS", Optional.empty(), SERVER.now());
        Envelope envelope = Envelope.of("reports@" + domain, List.of(recipient));
        try (IncomingMail mail = SERVER.service(MailIntake.class).receive(envelope, arrival)) {
            try (OutputStream out = mail.out()) {
                out.write(message.getBytes(StandardCharsets.ISO_8859_1));
            }
            return mail.accept().get(0).reply().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String message(String domain, String type, String name, byte[] attachment) {
        return "From: Reports <reports@" + domain + ">\r\nTo: dmarc-reports@one.test\r\nSubject: Report\r\n"
                + "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nA report.\r\n--x\r\n"
                + "Content-Type: " + type + "; name=\"" + name + "\"\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                + Base64.getMimeEncoder().encodeToString(attachment) + "\r\n--x--\r\n";
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zipped = new GZIPOutputStream(out)) {
            zipped.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] zip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zipped = new ZipOutputStream(out)) {
            zipped.putNextEntry(new ZipEntry("report.xml"));
            zipped.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Returns a report about a domain with an id and a source. */
    private static byte[] report(String domain, String id, String source) {
        Instant day = SERVER.now().minus(Duration.ofDays(1));
        return ReportReaderTest.report(day.getEpochSecond(), ReportReaderTest.RECORD)
                .replace("own.test", domain)
                .replace("r1", id)
                .replace("192.0.2.1", source)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<SourceView> sources(String domain) {
        return SERVER.service(OperationGroup.class, ReportOperations.class).reports(domain, 7);
    }

    private static int filed(LocalMailUser user) {
        JsonNode responses =
                user.using(List.of(MailCalls.URN), "['Email/query',{'accountId':'@','calculateTotal':true},'q']");
        return responses.at("/0/1/total").asInt();
    }

    /** Returns the administrator of the tenants of a test. */
    private static LocalMailUser administrator(String email) {
        LocalMailUser admin = LocalMailUser.of(SERVER, email);
        if (SERVER.directory().administrators("").isEmpty()) {
            SERVER.directory().appoint(admin.who().account());
        }
        return admin;
    }

    @Test
    void reportsInEveryFormAreSummedUpOnceAndNotFiled() {
        LocalMailUser admin = administrator("admin@one.test");
        LocalMailUser.of(SERVER, "x@forms.test");
        int before = filed(admin);
        String to = "dmarc-reports@forms.test";
        byte[] first = report("forms.test", "a", "198.51.100.1");
        assertThat(receive("far.test", to, message("far.test", "application/gzip", "r.xml.gz", gzip(first))))
                .startsWith("250 ");
        receive("far.test", to, message("far.test", "application/octet-stream", "r.xml.gz", gzip(first)) + "\r\n");
        receive(
                "far.test",
                to,
                message("far.test", "application/zip", "r.zip", zip(report("forms.test", "b", "198.51.100.1"))));
        receive(
                "far.test",
                to,
                message("far.test", "text/xml", "r.xml", report("sub.forms.test", "c", "198.51.100.1")));
        assertThat(sources("forms.test")).containsExactly(new SourceView("forms.test", "198.51.100.1", 6, 6, 0, 6, 0));
        assertThat(filed(admin)).isEqualTo(before);
    }

    @Test
    void otherMessagesToTheAddressAreFiledForThePostmaster() {
        LocalMailUser admin = administrator("admin@one.test");
        LocalMailUser.of(SERVER, "x@filed.test");
        LocalMailUser.of(SERVER, "x@other.test");
        int before = filed(admin);
        String to = "dmarc-reports@filed.test";
        byte[] valid = report("filed.test", "a", "198.51.100.1");
        // not authenticated
        receive("free.test", to, message("free.test", "application/gzip", "r.xml.gz", gzip(valid)));
        // a forged result of this server
        receive(
                "free.test",
                to,
                "Authentication-Results: mx.one.test; dmarc=pass header.from=free.test\r\n"
                        + message("free.test", "text/xml", "r.xml", valid));
        // about a domain of another tenant, and of no tenant
        receive(
                "far.test",
                to,
                message("far.test", "application/gzip", "r.xml.gz", gzip(report("other.test", "a", "192.0.2.9"))));
        receive(
                "far.test",
                to,
                message("far.test", "application/gzip", "r.xml.gz", gzip(report("strange.test", "a", "192.0.2.9"))));
        // no report
        receive("far.test", to, "From: a@far.test\r\nSubject: Hello\r\n\r\nHello\r\n");
        receive("far.test", to, message("far.test", "application/gzip", "r.xml.gz", new byte[] {0x1f, (byte) 0x8b, 8}));
        receive("far.test", to, message("far.test", "application/zip", "r.zip", new byte[] {'P', 'K', 3, 4}));
        // too old
        byte[] old = new String(valid, StandardCharsets.UTF_8)
                .replaceAll("<begin>[0-9]+", "<begin>1000000000")
                .getBytes(StandardCharsets.UTF_8);
        receive("far.test", to, message("far.test", "text/xml", "r.xml", old));
        assertThat(filed(admin)).isEqualTo(before + 8);
        assertThat(sources("filed.test")).isEmpty();
        assertThat(sources("other.test")).isEmpty();
        assertThat(sources("strange.test")).isEmpty();
    }

    @Test
    void bombsAreNotUnpacked() {
        LocalMailUser admin = administrator("admin@one.test");
        LocalMailUser.of(SERVER, "x@bomb.test");
        int before = filed(admin);
        String to = "dmarc-reports@bomb.test";
        byte[] valid = report("bomb.test", "a", "198.51.100.1");
        byte[] padded = new byte[ReportAttachment.LARGEST_XML];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(valid, 0, padded, 0, valid.length);
        byte[] tooLong = Arrays.copyOf(padded, padded.length + 1);
        tooLong[padded.length] = ' ';
        receive("far.test", to, message("far.test", "application/gzip", "r.xml.gz", gzip(tooLong)));
        receive("far.test", to, message("far.test", "application/zip", "r.zip", zip(tooLong)));
        receive("far.test", to, message("far.test", "application/gzip", "r.xml.gz", gzip(new byte[50_000_000])));
        assertThat(sources("bomb.test")).isEmpty();
        assertThat(filed(admin)).isEqualTo(before + 3);
        receive("far.test", to, message("far.test", "application/gzip", "r.xml.gz", gzip(padded)));
        assertThat(sources("bomb.test")).hasSize(1);
    }

    @Test
    void accountWithTheAddressGetsTheReportToo() {
        administrator("admin@one.test");
        LocalMailUser owner = LocalMailUser.of(SERVER, "dmarc-reports@owner.test");
        receive(
                "far.test",
                "dmarc-reports@owner.test",
                message("far.test", "text/xml", "r.xml", report("owner.test", "a", "198.51.100.1")));
        assertThat(filed(owner)).isEqualTo(1);
        assertThat(sources("owner.test")).hasSize(1);
    }

    private static long count(String table, String domain) {
        String query = "SELECT count(*) FROM " + table + " WHERE domain = ?";
        return SERVER.store().read(Scope.system(), snapshot -> snapshot.sql().number(query, domain));
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void reportAboutMessagesIsSentByMailAndReadByItsReceiver() throws Exception {
        administrator("admin@one.test");
        LocalMailUser.of(SERVER, "ann@one.test");
        String forged = "From: Eve <eve@one.test>\r\nTo: ann@one.test\r\nSubject: Lunch\r\n\r\nAt noon?\r\n";
        assertThat(receive("free.test", "ann@one.test", forged)).startsWith("550 5.7.1");
        assertThat(receive("far.test", "ann@one.test", forged.replace("eve@one.test", "carl@far.test")))
                .startsWith("250 ");
        try (AutoCloseable ignored = SERVER.register(MailTransport.class, new FarServer())) {
            SERVER.advance(ResultBuffer.DELAY);
            Eventually.until(
                    "counted", () -> count("dmarc_count", "one.test") > 0 && count("dmarc_count", "far.test") > 0);
            SERVER.advance(Duration.ofDays(2));
            Eventually.until(
                    "sent", () -> !SENT.isEmpty() && !sources("one.test").isEmpty());
        }
        // The server is also a receiver of reports about its own domain.
        assertThat(sources("one.test")).containsExactly(new SourceView("one.test", "192.0.2.7", 1, 0, 1, 0, 0));
        check(SENT.get(0));
    }

    private static void check(byte[] sent) throws IOException {
        Message message = new MessageReader(ReadLimits.USUAL).read(Octets.of(sent), sent.length, ReadOptions.STRUCTURE);
        assertThat(new String(sent, StandardCharsets.ISO_8859_1))
                .contains(
                        "\r\nSubject: Report Domain: far.test\r\n Submitter: one.test\r\n Report-ID: <",
                        "From: postmaster@one.test\r\n",
                        "To: dmarc@far.test\r\n",
                        "\r\nAuto-Submitted: auto-generated\r\n");
        Part part = ReportAttachment.find(message).orElseThrow();
        assertThat(part.type()).isEqualTo("application/gzip");
        assertThat(part.name()).matches("one\\.test!far\\.test!([0-9]+)!([0-9]+)\\.xml\\.gz");
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        try (OutputStream decoding = part.encoding().decoding(decoded)) {
            decoding.write(sent, (int) part.body().from(), (int) part.body().length());
        }
        String xml = new String(
                new GZIPInputStream(new ByteArrayInputStream(decoded.toByteArray())).readAllBytes(),
                StandardCharsets.UTF_8);
        ReportXmlTest.validate(xml);
        assertThat(xml).contains("<count>1</count>", "<disposition>pass</disposition><dkim>fail</dkim><spf>pass</spf>");
    }
}
