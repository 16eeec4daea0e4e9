package svc.blobs.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.AccountBlobs.PreparedBlob;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Account;

/** Blobs that are committed together with the objects that refer to them, with bytes in packs and in files. */
class PreparedBlobTest extends TwoAccountsFixture {

    private static final BlobReference NOTE = new BlobReference("Note", 3, 'n');
    private static final String SMALL = "a small blob";
    private static final String LARGE = "a large blob ".repeat(50_000);

    @Override
    BlobsFixture open() {
        return BlobsFixture.onDisk(directory, directory.resolve("home"));
    }

    private PreparedBlob prepare(Account account, String text) throws IOException {
        try (BlobWriter draft = fixture.blobs.newBlob(account)) {
            try (OutputStream out = draft.out()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return fixture.blobs.prepare(account, account, draft);
        }
    }

    /** Makes an account hold blobs, with a reference to each, in one transaction. */
    private void commit(Account account, PreparedBlob... blobs) throws IOException {
        List<BlobId> ids = new ArrayList<>();
        for (PreparedBlob blob : blobs) {
            ids.add(blob.stored().id());
        }
        fixture.blobs.commit(
                List.of(blobs),
                () -> fixture.store.write(StoredAccountBlobs.scope(account), tx -> {
                    List.of(blobs).forEach(blob -> blob.hold(tx));
                    ids.forEach(id ->
                            assertThat(fixture.blobs.addReference(tx, id, NOTE)).isTrue());
                    return true;
                }));
    }

    private Optional<String> stored(BlobId id) {
        return fixture.kept.find("o1", id).map(BlobsFixture::text);
    }

    @Test
    void isReadableAtOnceAndHeldAfterTheTransaction() throws IOException {
        for (String text : List.of(SMALL, LARGE)) {
            BlobId id;
            try (PreparedBlob blob = prepare(ann, text)) {
                id = blob.stored().id();
                assertThat(BlobsFixture.text(blob.stored())).isEqualTo(text);
                assertThat(fixture.text(ann, id)).isEmpty();
                commit(ann, blob);
            }
            assertThat(fixture.text(ann, id)).hasValue(text);
        }
        assertThat(fixture.use(ann).used()).isEqualTo(SMALL.length() + LARGE.length());
        assertThat(fixture.use(ann).pending()).isZero();
    }

    @Test
    void equalBlobsAreCommittedTogether() throws IOException {
        try (PreparedBlob one = prepare(ann, SMALL);
                PreparedBlob other = prepare(ann, SMALL)) {
            commit(ann, one, other);
            assertThat(other.stored().id()).isEqualTo(one.stored().id());
            assertThat(fixture.text(ann, one.stored().id())).hasValue(SMALL);
            assertThat(fixture.use(ann).used()).isEqualTo(SMALL.length());
        }
    }

    @Test
    void nothingRemainsWithoutACommit() throws IOException {
        for (String text : List.of(SMALL, LARGE)) {
            BlobId id;
            try (PreparedBlob blob = prepare(ann, text)) {
                id = blob.stored().id();
            }
            assertThat(stored(id)).isEmpty();
            assertThat(fixture.text(ann, id)).isEmpty();
        }
    }

    @Test
    void nothingRemainsAfterATransactionThatFails() throws IOException {
        BlobId id;
        try (PreparedBlob blob = prepare(ann, SMALL)) {
            id = blob.stored().id();
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> fixture.blobs.commit(
                            List.of(blob),
                            () -> fixture.store.write(StoredAccountBlobs.scope(ann), tx -> {
                                blob.hold(tx);
                                throw new IllegalArgumentException("the object is invalid");
                            })));
        }
        assertThat(stored(id)).isEmpty();
        assertThat(fixture.use(ann).pending()).isZero();
    }

    @Test
    void nothingRemainsBeyondTheQuota() throws IOException {
        fixture.people.limit(ann, SMALL.length() - 1);
        BlobId id;
        try (PreparedBlob blob = prepare(ann, SMALL)) {
            id = blob.stored().id();
            assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> commit(ann, blob));
        }
        assertThat(stored(id)).isEmpty();
    }

    @Test
    void aBlobOfAnotherAccountStaysWhenAnEqualOneIsDiscarded() throws IOException {
        for (String text : List.of(SMALL, LARGE)) {
            BlobId id = fixture.upload(bob, text);
            prepare(ann, text).close();
            assertThat(fixture.text(bob, id)).hasValue(text);
        }
    }

    @Test
    void aBlobIsRejectedIfItsFileWasRemovedMeanwhile() throws IOException {
        try (PreparedBlob blob = prepare(ann, LARGE)) {
            BlobId id = blob.stored().id();
            fixture.people.limit(bob, 0);
            assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> fixture.upload(bob, LARGE));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> commit(ann, blob))
                    .withMessageContaining("Send it again");
            assertThat(fixture.refer(ann, id, NOTE)).isFalse();
        }
    }

    @Test
    void aSmallBlobStaysIfAnEqualOneIsRemovedMeanwhile() throws IOException {
        try (PreparedBlob blob = prepare(ann, SMALL)) {
            fixture.people.limit(bob, 0);
            assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> fixture.upload(bob, SMALL));
            commit(ann, blob);
            assertThat(fixture.text(ann, blob.stored().id())).hasValue(SMALL);
        }
    }
}
