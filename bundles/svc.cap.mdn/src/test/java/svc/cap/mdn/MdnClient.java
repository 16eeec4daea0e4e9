package svc.cap.mdn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** Helpers for clients that request, send and read notifications (RFC 9007). */
final class MdnClient {

    static final String URN = "urn:ietf:params:jmap:mdn";
    static final String MANUALLY =
            "'disposition':{'actionMode':'manual-action','sendingMode':'mdn-sent-manually','type':'displayed'}";
    static final String AUTOMATICALLY =
            "'disposition':{'actionMode':'automatic-action','sendingMode':'mdn-sent-automatically','type':'processed'}";
    static final String MARKED = "'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':true}}";

    private MdnClient() {}

    /** Returns the responses to one MDN/send with these properties of the notification. */
    static JsonNode send(LocalSender by, String account, String email, String properties, String marked) {
        return by.user()
                .using(
                        List.of(MailCalls.URN, URN),
                        "['MDN/send',{'accountId':'" + account + "','identityId':'" + by.identity()
                                + "','send':{'k':{'forEmailId':'" + email + "'," + properties.replace("@", "\\u0040")
                                + "}}," + marked + "},'c']");
    }

    static JsonNode send(LocalSender by, String email, String properties) {
        return send(by, "@", email, properties, MARKED).at("/0/1");
    }

    /** Sends a message from Ann to Bob that requests a notification; returns its id in Bob's account. */
    static String asked(LocalSender ann, LocalSender bob, String subject, String more) {
        String own = ann.user().who().email();
        String email = ann.draft("'from':[{'email':'" + own + "'}],'to':[{'email':'"
                + bob.user().who().email() + "'}],'subject':'" + subject + "'," + more
                + "'header:Disposition-Notification-To:asAddresses':[{'email':'" + own + "'}]");
        JsonNode created = ann.submit(email, "");
        assertThat(created.at("/created/s/id").isTextual())
                .as(created.toString())
                .isTrue();
        return awaited(bob, subject);
    }

    /** Returns the id of the only message in the inbox with a subject. */
    static String awaited(LocalSender who, String subject) {
        String query = "'filter':{'subject':'" + subject + "','inMailbox':'"
                + who.user().mailbox("inbox") + "'}";
        who.user()
                .who()
                .await(
                        subject,
                        () -> !who.user().call("Email/query", query).path("ids").isEmpty());
        return who.user().call("Email/query", query).at("/ids/0").asText();
    }

    static JsonNode parse(LocalSender who, String... blobs) {
        return who.user()
                .using(
                        List.of(URN),
                        "['MDN/parse',{'accountId':'@','blobIds':['" + String.join("','", blobs) + "']},'c']")
                .at("/0/1");
    }
}
