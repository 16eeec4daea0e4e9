package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.blob.AccountBlobs;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.store.Snapshot;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.message.PartRows;

/**
 * Base class of the services that report which emails, threads or mailboxes refer to a blob (RFC 9404 §4.3). An email
 * refers to its own blob and to the blobs of its parts. A thread or a mailbox refers to the blobs of those of its emails
 * that the caller can see.
 */
abstract class MailReferrer implements BlobReferrer {

    private final AccountBlobs blobs;
    private final String type;
    private final char letter;
    private final Holders holders;

    MailReferrer(AccountBlobs blobs, String type, char letter, Holders holders) {
        this.blobs = blobs;
        this.type = type;
        this.letter = letter;
        this.holders = holders;
    }

    /** Finds the objects of one type that contain given emails, for example the mailboxes of the emails. */
    @FunctionalInterface
    interface Holders {

        /** Returns the object numbers by email number. */
        Map<Long, List<Long>> of(Snapshot snapshot, Collection<Long> messages);

        /** Returns a lookup that runs a query with two columns: email number and object number. */
        static Holders queried(String query) {
            return (snapshot, messages) -> {
                Map<Long, List<Long>> found = new HashMap<>();
                snapshot.sql()
                        .selectIn(
                                query,
                                messages,
                                row -> found.computeIfAbsent(row.getLong(1), n -> new ArrayList<>())
                                        .add(row.getLong(2)));
                return found;
            };
        }
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public boolean countsTowardsQuota() {
        return type.equals(EmailType.TYPE);
    }

    @Override
    public Map<BlobId, Set<BlobReference>> references(
            Snapshot snapshot, Caller caller, AccessibleAccount accessible, Collection<BlobId> ids) {
        Map<BlobId, Set<Long>> messages = new HashMap<>();
        blobs.references(snapshot, ids, Set.of(EmailType.TYPE))
                .forEach((id, owners) ->
                        owners.forEach(owner -> messages.computeIfAbsent(id, some -> new LinkedHashSet<>())
                                .add(owner.n())));
        PartRows.of(snapshot.sql(), ids)
                .forEach(place -> messages.computeIfAbsent(place.blob(), some -> new LinkedHashSet<>())
                        .add(place.n()));
        Set<Long> all = new LinkedHashSet<>();
        messages.values().forEach(all::addAll);
        Map<Long, List<Long>> objects =
                holders.of(snapshot, VisibleContainers.of(accessible).emails(snapshot.sql(), all));
        Map<BlobId, Set<BlobReference>> owners = new HashMap<>();
        messages.forEach((id, portion) -> {
            Set<BlobReference> referring = owners.computeIfAbsent(id, none -> new LinkedHashSet<>());
            portion.forEach(n -> objects.getOrDefault(n, List.of())
                    .forEach(object -> referring.add(new BlobReference(type, object, letter))));
        });
        return owners;
    }
}
