package svc.delivery.intake;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.delivery.MailQueue;
import svc.api.delivery.QueuedMessage;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueRows;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Messages that accounts of a server send by its queue. */
public record Queued(BundleServer server) {

    /** Returns the queue. */
    public DurableQueue queue() {
        return server.service(MailQueue.class, DurableQueue.class);
    }

    /** Queues a message; returns its number. */
    public long send(LocalMailUser from, Envelope envelope, byte[] message) throws IOException {
        return send(from, envelope, message, server.now());
    }

    /** Queues a message that is not delivered before a time; returns its number. */
    public long send(LocalMailUser from, Envelope envelope, byte[] message, Instant due) throws IOException {
        AccountBlobs blobs = server.service(AccountBlobs.class);
        try (BlobWriter draft = blobs.newBlob(from.who().account())) {
            try (OutputStream out = draft.out()) {
                out.write(message);
            }
            BlobId blob = blobs.keep(from.who().account(), draft);
            QueuedMessage queued = new QueuedMessage(blob, message.length, envelope, due);
            return server.store()
                    .write(DurableQueue.scope(from.who().account().n()), tx -> queue().enqueue(tx, queued));
        }
    }

    /** Returns an envelope with these conditions of notifications for all recipients. */
    public static Envelope envelope(String sender, ReturnContent content, Set<Notify> notify, String... recipients) {
        return new Envelope(
                sender,
                List.of(recipients).stream()
                        .map(to -> new Envelope.Recipient(to, notify, Optional.of("rfc822;orig-" + to)))
                        .toList(),
                false,
                false,
                Optional.of("env-1"),
                content);
    }

    /** Waits until the queue contains no message. */
    public void awaitEmpty(LocalMailUser user) {
        user.who().await("the queue is empty", () -> queue().read(QueueRows::count) == 0);
    }

    /** Waits until this many lanes to other servers have a message that is due. */
    public void awaitLanes(LocalMailUser user, int count) {
        user.who()
                .await(
                        count + " lanes",
                        () -> queue().read(sql -> QueueRows.lanes(sql, server.now()))
                                        .size()
                                == count);
    }
}
