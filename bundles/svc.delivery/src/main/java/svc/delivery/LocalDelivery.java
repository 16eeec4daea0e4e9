package svc.delivery;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.delivery.DeliveryStep;
import svc.api.delivery.DeliveryStep.Arriving;
import svc.api.delivery.DeliveryStep.Effect;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.Filing;
import svc.cap.mail.api.MailStore.Letter;
import svc.mime.Headers;
import svc.mime.Intake;
import svc.mime.MessageReader;
import svc.mime.ReadLimits;

/** Brings messages into accounts of this server. For one thread. */
@Component(service = LocalDelivery.class)
public final class LocalDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(LocalDelivery.class);

    /** A message that has come through more servers goes round in a circle (RFC 5321 §6.3). */
    private static final int MOST_HOPS = 50;

    private static final String INBOX = "inbox";

    private final Blobs blobs;
    private final MailStore mail;
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<DeliveryStep> steps = List.of();

    /** Files here. */
    @Activate
    public LocalDelivery(@Reference Blobs blobs, @Reference MailStore mail) {
        this.blobs = blobs;
        this.mail = mail;
    }

    /**
     * A message that came, and where it shall go.
     *
     * @param from the account that holds its bytes
     * @param blob its bytes
     * @param sender the return path
     * @param recipient the address by which it comes
     */
    record Mailed(Account from, BlobId blob, String sender, String recipient) {}

    /** What was made ready outside any work of the store. */
    record Ready(Letter letter, Optional<byte[]> hash, List<Effect> effects, Instant at) {}

    /** Gets a message ready to be filed. */
    Attempt prepare(Account to, Mailed mailed, Instant at) throws IOException {
        Optional<Stored> bytes = blobs.find(mailed.from(), mailed.blob());
        if (bytes.isEmpty()) {
            return new Attempt.Never("554 5.6.0 The bytes of the message are lost.");
        }
        Scope scope = DurableQueue.scope(to.n());
        Headers headers = reader.read(bytes.get()::send, bytes.get().size(), Intake.STRUCTURE)
                .headers();
        if (headers.all("Received").size() > MOST_HOPS) {
            return new Attempt.Never("554 5.4.6 The message goes round in a circle: it came through more than "
                    + MOST_HOPS + " servers.");
        }
        mail.open(scope);
        try {
            Stored copy = copy(bytes.get(), mailed.from(), to);
            Optional<Letter> letter = mail.read(copy);
            if (letter.isEmpty()) {
                return new Attempt.Never("554 5.6.0 What was sent is no message.");
            }
            Arriving arriving = new Arriving(to, scope, mailed.sender(), mailed.recipient(), copy, at);
            return new Attempt.Filed(to, new Ready(letter.get(), RecentLetters.hash(headers), effects(arriving), at));
        } catch (OverQuota e) {
            return full();
        } catch (NoRoom e) {
            return new Attempt.Later("452 4.3.1 The server has no room left.");
        }
    }

    /** What others are told of an account that may keep no more; how full it is they are not. */
    static Attempt.Never full() {
        return new Attempt.Never("552 5.2.2 The recipient has no room for the message.");
    }

    /** Each account holds its own. */
    private Stored copy(Stored bytes, Account from, Account to) throws IOException {
        return from.n() == to.n()
                ? bytes
                : blobs.copy(from, to, to, bytes.id())
                        .orElseThrow(() -> new IOException("The bytes went while they were brought."));
    }

    private List<Effect> effects(Arriving arriving) {
        List<Effect> effects = new ArrayList<>();
        for (DeliveryStep step : steps) {
            try {
                step.look(arriving).ifPresent(effects::add);
            } catch (IOException | RuntimeException | LinkageError e) {
                LOG.error("A step of delivery failed; the message is filed without it: {}", step.getClass(), e);
            }
        }
        return effects;
    }

    /** Files it, in a transaction of the recipient's account; false when the same message has come already. */
    boolean file(Transaction tx, Ready ready) {
        if (ready.hash().isPresent()
                && !RecentLetters.isNew(tx.sql(), ready.hash().get(), ready.at())) {
            return false;
        }
        OptionalLong inbox = mail.mailbox(tx, INBOX);
        mail.file(tx, List.of(new Filing(ready.letter(), Set.of(inbox.orElseThrow()), Set.of(), ready.at())));
        ready.effects().forEach(effect -> effect.in(tx));
        return true;
    }
}
