package svc.cap.vacationresponse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.Blobs;
import svc.api.blob.OverQuota;
import svc.api.delivery.DeliveryStep;
import svc.api.delivery.MailQueue;
import svc.api.delivery.Posting;
import svc.api.identity.Directory;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.mime.Address;
import svc.mime.Draft;
import svc.mime.Draft.Field;
import svc.mime.Draft.Node;
import svc.mime.Draft.Value;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Intake;
import svc.mime.MessageReader;
import svc.mime.MessageText;
import svc.mime.MessageWriter;
import svc.mime.ReadLimits;

/** Answers for those who are away, when a message comes to them. For the thread of the queue. */
@Component(service = DeliveryStep.class)
public final class VacationStep implements DeliveryStep {

    private static final Logger LOG = LoggerFactory.getLogger(VacationStep.class);
    private static final String DEFAULT = "I am away and will read your message when I am back.\n";

    private final Store store;
    private final Blobs blobs;
    private final Directory directory;
    private final MailQueue queue;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);

    /** Sends by this queue. */
    @Activate
    public VacationStep(
            @Reference Store store,
            @Reference Blobs blobs,
            @Reference Directory directory,
            @Reference MailQueue queue,
            @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.directory = directory;
        this.queue = queue;
        this.clock = clock;
    }

    @Override
    public Optional<Effect> look(Arriving message) throws IOException {
        Vacation vacation = store.read(message.scope(), snapshot -> Vacation.of(snapshot.sql()));
        if (!vacation.active(message.at())
                || message.sender().isEmpty()
                || !directory.allows(message.account().organization(), VacationCapability.URN)) {
            return Optional.empty();
        }
        Headers headers = reader.read(message.message()::send, message.message().size(), Intake.STRUCTURE)
                .headers();
        List<String> addresses = new ArrayList<>(directory.addresses(message.account()));
        addresses.add(message.recipient());
        boolean said = store.read(
                message.scope(), snapshot -> VacationAnswers.recently(snapshot.sql(), message.sender(), message.at()));
        return said || !Answerable.is(headers, message.sender(), addresses)
                ? Optional.empty()
                : Optional.of(answer(message, vacation, headers));
    }

    private Effect answer(Arriving message, Vacation vacation, Headers headers) throws IOException {
        try (BlobStore.Draft draft = blobs.draft(message.account())) {
            OutputStream out = draft.out();
            out.write("Return-Path: <>\r\n".getBytes(StandardCharsets.US_ASCII));
            String from = message.recipient();
            new MessageWriter(clock, random, from.substring(from.lastIndexOf('@') + 1))
                    .write(draft(message, vacation, headers), out);
            out.close();
            long size = draft.size();
            BlobId id = blobs.keep(message.account(), draft);
            Posting posting = new Posting(id, size, "", List.of(message.sender()), message.at());
            return tx -> send(tx, message, posting);
        }
    }

    private void send(Transaction tx, Arriving message, Posting posting) {
        if (!VacationAnswers.recently(tx.sql(), message.sender(), message.at())) {
            try {
                tx.attempt(() -> {
                    VacationAnswers.note(tx.sql(), message.sender(), message.at());
                    return queue.take(tx, posting);
                });
            } catch (OverQuota e) { // the message that came goes before the answer
                LOG.warn(
                        "Account {} has no room for the answer of somebody who is away",
                        message.account().id());
            }
        }
    }

    private static Draft draft(Arriving message, Vacation vacation, Headers headers) {
        List<Field> fields = new ArrayList<>(List.of(
                new Field(
                        "From",
                        new Value.Addresses(
                                List.of(new Address(message.account().name(), message.recipient())))),
                new Field("To", new Value.Addresses(List.of(new Address(null, message.sender())))),
                new Field("Subject", new Value.Text(subject(vacation, headers))),
                new Field("Auto-Submitted", new Value.Raw(" auto-replied (vacation)"))));
        HeaderField id = headers.last("Message-ID");
        List<String> ids = id == null ? null : id.messageIds();
        if (ids != null && ids.size() == 1) {
            fields.add(new Field("In-Reply-To", new Value.MessageIds(ids)));
            fields.add(new Field("References", new Value.MessageIds(references(headers, ids.get(0)))));
        }
        return new Draft(fields, body(vacation));
    }

    /** RFC 3834 §3.1.5. */
    private static String subject(Vacation vacation, Headers headers) {
        HeaderField subject = headers.last("Subject");
        return vacation.subject() != null
                ? vacation.subject()
                : "Auto: " + (subject == null ? "your message" : subject.text());
    }

    private static List<String> references(Headers headers, String id) {
        HeaderField field = headers.last("References");
        List<String> before = field == null ? null : field.messageIds();
        List<String> all = new ArrayList<>(before == null ? List.of() : before);
        all.add(id);
        return all.size() > 20 ? all.subList(all.size() - 20, all.size()) : all;
    }

    private static Node body(Vacation vacation) {
        String html = vacation.html();
        String text = vacation.text();
        if (html == null) {
            return new Node.Text("text/plain", text == null ? DEFAULT : text);
        }
        return new Node.Multipart(
                "multipart/alternative",
                List.of(
                        new Node.Text("text/plain", text == null ? MessageText.ofHtml(html) : text),
                        new Node.Text("text/html", html)));
    }
}
