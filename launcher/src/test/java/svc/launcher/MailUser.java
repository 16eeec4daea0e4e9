package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import svc.testkit.bundles.MailCalls;

/**
 * A user with mail of a server behind HTTP.
 *
 * @param who the caller
 * @param blobs uploads and downloads
 */
record MailUser(SignedIn who, BlobClient blobs) implements MailCalls {

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";

    static MailUser of(RunningServer server, String email) {
        SignedIn who = SignedIn.as(server, email);
        return new MailUser(who, BlobClient.of(who));
    }

    /** Returns the calls of this user in the account of another user who shares mailboxes. */
    MailCalls guestOf(MailUser owner) {
        String account = "shared:" + owner.who.accountId();
        return new MailCalls() {
            @Override
            public SignedIn who() {
                return who;
            }

            @Override
            public String account() {
                return account;
            }
        };
    }

    /** Shares a mailbox with another user; {@code null} as the rights ends the share. */
    void share(String mailbox, SignedIn guest, String rights) {
        JsonNode response = tryShare(mailbox, guest, rights);
        assertThat(response.path("updated").has(mailbox))
                .as(response.toString())
                .isTrue();
    }

    /** Tries to share a mailbox; returns the arguments of the response. */
    JsonNode tryShare(String mailbox, SignedIn guest, String rights) {
        return using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + mailbox + "':{'shareWith/" + guest.accountId()
                                + "':" + rights + "}}},'c']")
                .at("/0/1");
    }

    @Override
    public String upload(byte[] bytes) {
        HttpResponse<byte[]> response = blobs.upload(who.accountId(), bytes, "Content-Type", "message/rfc822");
        assertThat(response.statusCode()).isEqualTo(201);
        return BlobClient.json(response).path("blobId").asText();
    }

    /** Sets the quota of the account in bytes. */
    void limit(long bytes) {
        HttpResponse<String> response =
                who.server().admin("PUT", "/accounts/" + who.accountId(), "{\"quota_bytes\":" + bytes + "}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    /** Returns the used bytes, as the operator sees them. */
    long used() {
        return SignedIn.json(who.server().admin("GET", "/accounts/" + who.accountId(), ""))
                .path("used_bytes")
                .asLong();
    }
}
