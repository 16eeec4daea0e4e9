package svc.delivery;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.OverQuota;
import svc.api.delivery.Destiny;
import svc.api.delivery.Posting;
import svc.api.identity.Account;
import svc.api.time.Clock;
import svc.delivery.PostingRows.Head;
import svc.mime.Address;
import svc.mime.Draft;
import svc.mime.Draft.Field;
import svc.mime.Draft.Node;
import svc.mime.Draft.Value;
import svc.mime.MessageWriter;

/** Tells senders what never comes to a recipient (RFC 3464), in messages that nobody is told of in turn. Any thread. */
@Component(service = Bounces.class)
public final class Bounces {

    private static final Logger LOG = LoggerFactory.getLogger(Bounces.class);

    /** Of a longer header no more is sent back. */
    private static final int MOST_HEADER = 65_536;

    private final Blobs blobs;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** Keeps what it writes here. */
    @Activate
    public Bounces(@Reference Blobs blobs, @Reference Clock clock) {
        this.blobs = blobs;
        this.clock = clock;
    }

    /** A message that can go on its way. */
    record Composed(Posting posting) {}

    /** Writes one to the sender of a message; empty where there is none to be told, or it cannot be kept. */
    Optional<Composed> compose(Account from, Head head, Destiny destiny) {
        if (head.sender().isEmpty()) {
            LOG.warn("Message q{} without a return path was given up: {}", head.n(), destiny.reply());
            return Optional.empty();
        }
        String host = head.sender().substring(head.sender().lastIndexOf('@') + 1);
        try (BlobStore.Draft draft = blobs.draft(from)) {
            OutputStream out = draft.out();
            out.write("Return-Path: <>\r\n".getBytes(StandardCharsets.US_ASCII));
            new MessageWriter(clock, random, host).write(draft(head, destiny, host, header(from, head)), out);
            out.close();
            long size = draft.size();
            BlobId id = blobs.keep(from, draft);
            return Optional.of(new Composed(new Posting(id, size, "", List.of(head.sender()), clock.now())));
        } catch (IOException | OverQuota e) {
            LOG.error(
                    "The sender of message q{} cannot be told that it was given up: {}", head.n(), destiny.reply(), e);
            return Optional.empty();
        }
    }

    private static Draft draft(Head head, Destiny destiny, String host, String header) {
        List<Field> fields = List.of(
                new Field("From", new Value.Addresses(List.of(new Address("Mail delivery", "mailer-daemon@" + host)))),
                new Field("To", new Value.Addresses(List.of(new Address(null, head.sender())))),
                new Field("Subject", new Value.Text("Not delivered: your message to " + destiny.address())),
                new Field("Auto-Submitted", new Value.Raw(" auto-replied")));
        Node report = Node.Multipart.report(
                "delivery-status",
                List.of(
                        new Node.Text("text/plain", words(destiny)),
                        new Node.Text("message/delivery-status", status(destiny, host)),
                        new Node.Text("text/rfc822-headers", header)));
        return new Draft(fields, report);
    }

    private static String words(Destiny destiny) {
        return "Your message did not come to " + destiny.address() + ", and nobody tries any more.\n\nWhy: "
                + destiny.reply() + "\n\nWhat you sent begins as shown below.\n";
    }

    private static String status(Destiny destiny, String host) {
        String[] reply = destiny.reply().split(" ", 3);
        return "Reporting-MTA: dns; " + host + "\n\nFinal-Recipient: rfc822; " + destiny.address()
                + "\nAction: failed\nStatus: " + reply[1] + "\nDiagnostic-Code: smtp; " + destiny.reply() + "\n";
    }

    /** The header of what was sent; empty where its bytes are lost. */
    private String header(Account from, Head head) throws IOException {
        Optional<Stored> stored = blobs.find(from, head.blob());
        if (stored.isEmpty()) {
            return "";
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        stored.get().send(0, Math.min(MOST_HEADER, stored.get().size()), bytes);
        String text = bytes.toString(StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        return end < 0 ? text : text.substring(0, end + 2);
    }
}
