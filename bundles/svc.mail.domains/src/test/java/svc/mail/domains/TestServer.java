package svc.mail.domains;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.RecipientOutcome;
import svc.api.delivery.SmtpReply;
import svc.api.dns.Resolver;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationGroup;
import svc.mail.domains.proof.DomainOperations;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.mailauth.Zone;
import svc.testkit.bundles.BundleServer;

/**
 * A server with mail, the bundle, DNS data of the test, and a transport that accepts all messages.
 *
 * @param bundles the server
 * @param zone the DNS data
 * @param sent the messages that left the server
 */
public record TestServer(BundleServer bundles, Zone zone, List<Sent> sent) {

    public static final String HOST = "mx.own.test";

    /** A message that left the server. */
    public record Sent(OutgoingMail mail, String text) {}

    public static TestServer create() {
        Zone zone = new Zone();
        List<Sent> sent = new CopyOnWriteArrayList<>();
        BundleServer bundles = BundleServer.withMail("svc.mail.domains")
                .configured("svc.mail", Map.of("hostname", HOST))
                .providing(Resolver.class, directory -> zone)
                .providing(MailTransport.class, directory -> new Transport(sent));
        return new TestServer(bundles, zone, sent);
    }

    private record Transport(List<Sent> sent) implements MailTransport {

        @Override
        public boolean accepts(String address) {
            return true;
        }

        @Override
        public Result send(OutgoingMail mail) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            mail.content().writeTo(bytes);
            sent.add(new Sent(mail, bytes.toString(UTF_8)));
            return new Result(mail.envelope().recipients().stream()
                    .map(to -> SmtpReply.of("250 2.0.0 Taken"))
                    .toList());
        }
    }

    public DomainOperations operations() {
        return bundles.service(OperationGroup.class, DomainOperations.class);
    }

    /** Registers a sender domain; returns its key. */
    public String register(String domain) {
        var view = operations().register(domain, Kind.SENDER, null, null, null, AuditRecorder.NONE);
        return bundles.json(view).path("record_value").asText();
    }

    /** Registers a relay domain of the tenant of an account; returns its record. */
    public String relay(String domain, String tenant, String account, String host) {
        var view = operations().register(domain, Kind.RELAY, tenant, account, host, AuditRecorder.NONE);
        return bundles.json(view).path("record_value").asText();
    }

    /** Receives a message from another server; returns the replies to its recipients. */
    public List<String> receive(String sender, String subject, String... recipients) {
        byte[] message = ("From: carl@far.test\r\nSubject: " + subject + "\r\n\r\nHello\r\n").getBytes(UTF_8);
        try {
            InetAddress client = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7});
            Arrival arrival = new Arrival(client, "mx.far.test", "ESMTPS", Optional.of("TLSv1.3"), bundles.now());
            MailIntake intake = bundles.service(MailIntake.class);
            try (IncomingMail mail = intake.receive(Envelope.of(sender, List.of(recipients)), arrival)) {
                try (OutputStream out = mail.out()) {
                    out.write(message);
                }
                return mail.accept().stream()
                        .map(RecipientOutcome::reply)
                        .map(SmtpReply::toString)
                        .toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the reply to RCPT. */
    public String rcpt(String address) {
        return bundles.service(MailIntake.class).checkRecipient(address).toString();
    }
}
