package svc.mail.domains.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.Envelope.ReturnContent;
import svc.mime.Address;
import svc.mime.Octets;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Traits;
import svc.mime.write.MessageDraft.Value;

/**
 * The message that carries a report (RFC 9990 §3.5.2).
 *
 * @param report the report
 * @param receiver the domain of this server that sends it
 * @param sender the address from which it is sent
 * @param recipients the addresses to which it is sent
 */
record ReportMessage(PendingReport report, String receiver, String sender, Collection<String> recipients) {

    /** Returns the envelope. No notification tells that a report could not be delivered. */
    Envelope envelope() {
        return new Envelope(
                sender,
                recipients.stream()
                        .map(address -> new Recipient(address, Set.of(Notify.NEVER), Optional.empty()))
                        .toList(),
                false,
                false,
                Optional.empty(),
                ReturnContent.HEADERS);
    }

    MessageDraft draft() {
        List<Field> fields = List.of(
                new Field("From", new Value.Addresses(List.of(new Address(null, sender)))),
                new Field(
                        "To",
                        new Value.Addresses(recipients.stream()
                                .map(address -> new Address(null, address))
                                .toList())),
                new Field("Subject", new Value.Raw(subject())),
                new Field("Auto-Submitted", new Value.Raw(" auto-generated")));
        byte[] file = file();
        Traits traits = new Traits("application/gzip", Map.of(), null, "attachment", fileName(), null, null, null);
        return new MessageDraft(
                fields,
                new Node.Multipart(
                        "multipart/mixed",
                        List.of(
                                new Node.Text("text/plain", text()),
                                new Node.Stored(traits, List.of(), Octets.of(file), file.length))));
    }

    private String subject() {
        return " Report Domain: " + report.domain() + "\r\n Submitter: " + receiver + "\r\n Report-ID: <"
                + report.id(receiver) + '>';
    }

    String fileName() {
        return receiver + '!' + report.domain() + '!' + report.begin() + '!' + report.end() + ".xml.gz";
    }

    private String text() {
        return "This is the DMARC aggregate report of " + receiver + " about messages in the name of "
                + report.domain() + "\nthat arrived on " + report.day()
                + " (UTC). The DMARC record of the domain asks for it.\n";
    }

    private byte[] file() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (GZIPOutputStream zipped = new GZIPOutputStream(file)) {
            ReportXml.write(report, receiver, sender, zipped);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }
}
