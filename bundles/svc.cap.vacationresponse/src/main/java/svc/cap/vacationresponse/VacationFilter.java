package svc.cap.vacationresponse;

import java.io.IOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.OverQuotaException;
import svc.api.delivery.DeliveryFilter;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.DeliveryPlan.Effect;
import svc.api.delivery.DeliveryPlan.Keep;
import svc.api.delivery.IncomingMessage;
import svc.api.delivery.MailQueue;
import svc.api.delivery.QueuedMessage;
import svc.api.identity.Directory;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.mime.Address;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.MessageReader;
import svc.mime.MessageText;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Value;
import svc.mime.write.MessageWriter;

/** Delivery filter that sends vacation responses to incoming messages. Thread-safe. */
@Component(service = DeliveryFilter.class)
public final class VacationFilter implements DeliveryFilter {

    private static final Logger LOG = LoggerFactory.getLogger(VacationFilter.class);
    private static final String JUNK = "$junk";
    private static final String DEFAULT = "I am away and will read your message when I am back.\n";

    private final Store store;
    private final AccountBlobs blobs;
    private final Directory directory;
    private final MailQueue queue;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);

    @Activate
    public VacationFilter(
            @Reference Store store,
            @Reference AccountBlobs blobs,
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
    public int order() {
        return 70;
    }

    @Override
    public DeliveryPlan plan(IncomingMessage message, DeliveryPlan before) throws IOException {
        boolean isKept =
                before.disposition() instanceof Keep keep && !keep.keywords().contains(JUNK);
        return isKept ? response(message).map(before::with).orElse(before) : before;
    }

    private Optional<Effect> response(IncomingMessage message) throws IOException {
        VacationResponse vacation = store.read(message.scope(), snapshot -> VacationRows.find(snapshot.sql()))
                .orElse(VacationResponse.NONE);
        if (!vacation.isActive(message.at())
                || message.sender().isEmpty()
                || !allowed(message.account().organization())) {
            return Optional.empty();
        }
        Headers headers = reader.read(message.message()::send, message.message().size(), ReadOptions.STRUCTURE)
                .headers();
        List<String> addresses = new ArrayList<>(directory.addresses(message.account()));
        addresses.add(message.recipient());
        boolean said = store.read(
                message.scope(),
                snapshot -> VacationAnsweredRows.wasAnswered(snapshot.sql(), message.sender(), message.at()));
        return said || !AutoResponseCheck.is(headers, message.sender(), addresses)
                ? Optional.empty()
                : Optional.of(answer(message, vacation, headers));
    }

    private boolean allowed(String organization) {
        return directory.isEnabled(organization, MailStore.CAPABILITY)
                && directory.isEnabled(organization, VacationCapability.URN);
    }

    private Effect answer(IncomingMessage message, VacationResponse vacation, Headers headers) throws IOException {
        try (BlobStore.BlobWriter draft = blobs.newBlob(message.account())) {
            OutputStream out = draft.out();
            String from = message.recipient();
            new MessageWriter(clock, random, from.substring(from.lastIndexOf('@') + 1))
                    .write(draft(message, vacation, headers), out);
            out.close();
            long size = draft.size();
            BlobId id = blobs.keep(message.account(), draft);
            QueuedMessage response = new QueuedMessage(id, size, "", List.of(message.sender()), message.at());
            return tx -> send(tx, message, response);
        }
    }

    private void send(Transaction tx, IncomingMessage message, QueuedMessage response) {
        if (!VacationAnsweredRows.wasAnswered(tx.sql(), message.sender(), message.at())) {
            try {
                tx.withSavepoint(() -> {
                    VacationAnsweredRows.record(tx.sql(), message.sender(), message.at());
                    return queue.enqueue(tx, response);
                });
            } catch (OverQuotaException e) { // the incoming message is filed without a response
                LOG.warn(
                        "Account {} is over quota; no vacation response is sent",
                        message.account().id());
            }
        }
    }

    private static MessageDraft draft(IncomingMessage message, VacationResponse vacation, Headers headers) {
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
        return new MessageDraft(fields, body(vacation));
    }

    /** Returns the subject of the response (RFC 3834 §3.1.5). */
    private static String subject(VacationResponse vacation, Headers headers) {
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

    private static Node body(VacationResponse vacation) {
        String html = vacation.htmlBody();
        String text = vacation.textBody();
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
