package svc.proto.imap.state;

import svc.api.blob.AccountBlobs;
import svc.api.identity.Directory;
import svc.api.jmap.JmapProcessor;
import svc.api.json.Json;
import svc.api.lifecycle.Maintenance;
import svc.api.search.SearchIndex;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.cap.mail.api.AnnotationStore;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;

/**
 * The services that the commands of a signed-in user need.
 *
 * @param store the store
 * @param directory the accounts
 * @param mail the emails of accounts
 * @param uids the emails of mailboxes by UID
 * @param annotations the annotations of mailboxes
 * @param jmap changes mailboxes and their shares, by the rules of JMAP
 * @param json reads the results of {@code jmap}
 * @param blobs the blobs of accounts
 * @param search the search index
 * @param clock the time
 * @param maintenance the maintenance mode
 */
public record MailServices(
        Store store,
        Directory directory,
        MailStore mail,
        UidStore uids,
        AnnotationStore annotations,
        JmapProcessor jmap,
        Json json,
        AccountBlobs blobs,
        SearchIndex search,
        Clock clock,
        Maintenance maintenance) {}
