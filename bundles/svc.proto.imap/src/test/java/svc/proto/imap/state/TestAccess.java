package svc.proto.imap.state;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.engine.ScopeKey;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.JmapProcessor;
import svc.api.json.Json;
import svc.api.lifecycle.Maintenance;
import svc.api.search.SearchIndex;
import svc.api.store.Scope;
import svc.api.time.Clock;
import svc.cap.mail.api.AnnotationStore;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.testkit.bundles.BundleServer;

/** The access of a user to the own mail, without a connection. */
public final class TestAccess {

    private TestAccess() {}

    /** Returns the access of a user, whose default mailboxes are created. */
    public static MailAccess of(BundleServer server, Account account) {
        MailServices services = new MailServices(
                server.store(),
                server.service(Directory.class),
                server.service(MailStore.class),
                server.service(UidStore.class),
                server.service(AnnotationStore.class),
                server.service(JmapProcessor.class),
                server.service(Json.class),
                server.service(AccountBlobs.class),
                server.service(SearchIndex.class),
                server.service(Clock.class),
                server.service(Maintenance.class));
        MailAccess access = new MailAccess(
                services,
                new Caller(account, "device", Caller.CredentialKind.SESSION, "127.0.0.1"),
                AccessibleAccount.own(account),
                Scope.account(new ScopeKey(), account.n()));
        services.mail().open(access.scope());
        return access;
    }

    /** Stores and parses a message. */
    public static ParsedMessage parsed(MailAccess access, byte[] message) {
        Account account = access.account().account();
        AccountBlobs blobs = access.services().blobs();
        try (BlobWriter blob = blobs.newBlob(account)) {
            try (OutputStream out = blob.out()) {
                out.write(message);
            }
            BlobId id = blobs.keep(account, blob);
            return access.services()
                    .mail()
                    .read(blobs.find(account, id).orElseThrow())
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Selects a mailbox with all rights. */
    public static SelectedMailbox select(MailAccess access, long mailbox, boolean readOnly) {
        access.services().uids().open(access.scope(), mailbox);
        UidMailbox found = access.read(
                snapshot -> access.services().uids().mailbox(snapshot, mailbox).orElseThrow());
        UidView view = access.read(
                snapshot -> UidView.ofRanges(access.services().uids().ranges(snapshot, mailbox)));
        return selected(access, mailbox, readOnly, found.validity(), view, found.modseq());
    }

    /** Returns a selected mailbox with all rights. */
    public static SelectedMailbox selected(
            MailAccess access, long mailbox, boolean readOnly, long validity, UidView view, long modseq) {
        return new SelectedMailbox(access, mailbox, readOnly, "lrswipkxtea", validity, view, modseq);
    }
}
