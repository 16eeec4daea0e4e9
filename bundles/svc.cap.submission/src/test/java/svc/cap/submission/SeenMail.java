package svc.cap.submission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/**
 * An email as its owner sees it.
 *
 * @param place the role of its mailbox, a slash, its subject
 */
record SeenMail(String id, String place, String blob, long size) {

    private static final String BLOB = "urn:ietf:params:jmap:blob";

    /** Returns all emails of an account. */
    static List<SeenMail> of(LocalSender who) {
        JsonNode answers = who.user()
                .using(
                        List.of(MailCalls.URN),
                        "['Mailbox/get',{'accountId':'@','ids':null,'properties':['role']},'m']",
                        "['Email/query',{'accountId':'@'},'q']",
                        "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                                + "'properties':['subject','mailboxIds','size','blobId']},'g']");
        Map<String, String> roles = new HashMap<>();
        answers.at("/0/1/list")
                .forEach(mailbox -> roles.put(
                        mailbox.path("id").asText(), mailbox.path("role").asText()));
        List<SeenMail> emails = new ArrayList<>();
        for (JsonNode email : answers.at("/2/1/list")) {
            String role = roles.get(email.path("mailboxIds").fieldNames().next());
            emails.add(new SeenMail(
                    email.path("id").asText(),
                    role + "/" + email.path("subject").asText(),
                    email.path("blobId").asText(),
                    email.path("size").asLong()));
        }
        return emails;
    }

    /** Returns the sizes of some blobs of an account. */
    static Map<String, Long> sizes(LocalSender who, Collection<String> ids) {
        String asked = ids.isEmpty() ? "[]" : "['" + String.join("','", ids) + "']";
        Map<String, Long> sizes = new HashMap<>();
        who.user()
                .using(List.of(BLOB), "['Blob/get',{'accountId':'@','ids':" + asked + ",'properties':['size']},'b']")
                .at("/0/1/list")
                .forEach(blob ->
                        sizes.put(blob.path("id").asText(), blob.path("size").asLong()));
        return sizes;
    }
}
