package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import svc.testkit.bundles.MailCalls;

/**
 * A user with mail of a server behind HTTP.
 *
 * @param who the caller
 * @param blobs uploads and downloads
 */
record MailUser(SignedIn who, BlobClient blobs) implements MailCalls {

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
