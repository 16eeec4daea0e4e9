package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The examples of the operations on mail, its domains and the queue.
 *
 * @param to receives the examples
 * @param tables a file beside which mail is written
 */
record MailOperationExamples(OperationExamples to, Path tables) {

    void add() {
        registeredDomains();
        mail();
        queue();
    }

    private void registeredDomains() {
        String list = "domain registered --tenant <tenant>";
        Consumer<OperationSubject> registered = subject -> {
            subject.say("<tenant>");
            subject.run("", "domain register <domain>");
        };
        to.reads("domain registered", "{}");
        to.reads(registered, "domain show", "{'domain':'<domain>'}");
        to.reads(registered, "domain dns", "{'domain':'<domain>'}");
        to.reads("mail check", "{'address':'bob@far.test'}");
        to.changes(
                subject -> subject.say("<account>"),
                "domain register",
                "{'domain':'r-<domain>','kind':'relay','tenant':'<tenant>','account':'<email>','host':'mx.<other>'}",
                list);
        to.reads("dkim list", "{'domain':'<domain>'}");
        to.changes(
                subject -> subject.say("<tenant>"),
                "dkim rotate",
                "{'domain':'<domain>'}",
                "dkim list --domain <domain>");
        to.changes(registered, "domain unregister", "{'domain':'<domain>'}", list);
        to.changes(registered, "domain check", "{'domain':'<domain>'}", list);
        to.changes(registered, "domain suspend", "{'domain':'<domain>'}", list);
        to.changes(
                registered.andThen(OperationExamples.after("domain suspend <domain>")),
                "domain resume",
                "{'domain':'<domain>'}",
                list);
    }

    private void mail() {
        Path mbox = tables.resolveSibling("bulk.mbox");
        to.changes(
                subject -> GeneratedMail.mbox(mbox, 3),
                "mail import",
                "{'account':'<account>','from':'" + mbox + "','mailbox':'Old/<domain>'}",
                "account view <account> mailboxes");
        to.changes(
                "mail export",
                "{'account':'<account>','to':'" + tables.resolveSibling("<domain>") + "','format':'maildir'}");
        to.changes("mail repair", "{}");
        to.reads(subject -> subject.say("<account>"), "imap sessions", "{'account':'<email>'}");
        to.changes(subject -> subject.say("<account>"), "imap close", "{'account':'<email>'}");
        to.reads(MailOperationExamples::queued, "mail trace", "{'id':'<queued>','sender':'<email>','limit':3}");
    }

    private void queue() {
        to.reads("queue list", "{'limit':2}");
        to.reads(MailOperationExamples::queued, "queue show", "{'id':'<queued>'}");
        to.changes("queue flush", "{}");
        to.changes(MailOperationExamples::queued, "queue retry", "{'id':'<queued>'}");
        to.changes("queue hold", "{'domain':'far-<domain>'}");
        to.changes(
                OperationExamples.after("queue hold --domain far-<domain>"),
                "queue release",
                "{'domain':'far-<domain>'}");
        to.changes("queue release-restored", "{'id':'q9zz'}");
        to.changes(subject -> subject.say("<account>"), "queue resume", "{'account':'<email>'}");
        to.changes(MailOperationExamples::queued, "queue remove", "{'id':'<queued>'}", "queue list --limit 500");
    }

    /** Queues a message to a suspended tenant that was tried once. */
    private static void queued(OperationSubject subject) {
        subject.say("<account>");
        String email = subject.say("<email>");
        SignedIn who = SignedIn.again(subject.server(), email);
        Sender sender = Sender.of(new MailUser(who, BlobClient.of(who)));
        SuspendedRecipient.prepare(subject.server());
        String out = SuspendedRecipient.ADDRESS;
        String id = sender.send(out, "out");
        subject.server()
                .await(
                        "tried",
                        () -> sender.status(id, out).path("smtpReply").asText().startsWith("450"));
        for (JsonNode item : subject.run("", "queue list --limit 500").path("items")) {
            if (item.path("sender").asText().equals(email)) {
                subject.know("queued", item.path("id").asText());
            }
        }
    }
}
