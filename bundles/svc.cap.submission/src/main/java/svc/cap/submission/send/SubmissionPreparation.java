package svc.cap.submission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;

/** Finds what clients ask to be sent: the message and the identity that they name. Any thread, outside any work of the store. */
@Component(service = Orders.class)
public final class Orders {

    private final Store store;
    private final Blobs blobs;
    private final BlobSight sight;
    private final MailStore mail;
    private final Dispatch dispatch;

    /** Finds it here. */
    @Activate
    public Orders(
            @Reference Store store,
            @Reference Blobs blobs,
            @Reference BlobSight sight,
            @Reference MailStore mail,
            @Reference Dispatch dispatch) {
        this.store = store;
        this.blobs = blobs;
        this.sight = sight;
        this.mail = mail;
        this.dispatch = dispatch;
    }

    /** Who asks for it, and in whose name. */
    record Asking(Scope scope, Reach reach, Caller caller) {}

    /**
     * Checks and writes what shall be sent.
     *
     * @param given {@code identityId} and {@code emailId}, or {@code blobId} in the place of it; perhaps {@code envelope}
     * @param held how much later it shall go at least
     * @throws SetError it may not be sent
     */
    Dispatch.Ready ready(Asking asking, Map<String, @Nullable Object> given, Instant now, Duration held) {
        long identity = number(given, "identityId", Identity.LETTER);
        Object envelope = given.get("envelope");
        Optional<String> blob = Optional.ofNullable(given.get("blobId")).map(String::valueOf);
        long email = blob.isPresent() ? 0 : number(given, "emailId", MailStore.LETTER);
        Found found = store.read(
                asking.scope(),
                snapshot -> new Found(
                        mail.find(snapshot, email == 0 ? List.of() : List.of(email))
                                .get(email),
                        dispatch.address(snapshot, identity)));
        Stored message = blob.isPresent() ? blob(asking, blob.get()) : message(asking, found);
        Dispatch.Order order = new Dispatch.Order(
                asking.reach(),
                asking.caller().account(),
                identity,
                email,
                found.held() == null ? 0 : found.held().thread(),
                message,
                envelope == null ? null : Envelope.of(envelope));
        String address = found.address()
                .orElseThrow(() -> SetError.invalidProperty("identityId", "There is no such Identity in the account."));
        return dispatch.ready(order, address, now, held);
    }

    /** The message and the address of the identity, as they stand. */
    private record Found(MailStore.@Nullable Held held, Optional<String> address) {}

    private static long number(Map<String, @Nullable Object> given, String name, char letter) {
        OptionalLong number = given.get(name) instanceof String id ? ObjectId.number(letter, id) : OptionalLong.empty();
        return number.orElseThrow(
                () -> SetError.invalidProperty(name, "It must be the id of an object of the account."));
    }

    /** Whoever may send for others, and may not see their mail, must not send it to themselves. */
    private Stored message(Asking asking, Found found) {
        if (found.held() == null || asking.reach().access(MailStore.CAPABILITY).isEmpty()) {
            throw SetError.invalidProperty("emailId", "There is no such Email in the account.");
        }
        return blobs.find(asking.reach().account(), found.held().blob())
                .orElseThrow(() -> SetError.invalidProperty("emailId", "The bytes of the message are lost."));
    }

    private Stored blob(Asking asking, String id) {
        try {
            return sight.find(asking.caller(), asking.reach(), id)
                    .orElseThrow(() -> SetError.invalidProperty("blobId", "There is no such blob. Upload it first."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
