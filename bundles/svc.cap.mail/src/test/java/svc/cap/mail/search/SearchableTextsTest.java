package svc.cap.mail.search;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.BlobUnavailableException;
import svc.api.blob.CorruptBlobException;
import svc.api.search.SearchDocument.Text;
import svc.api.search.TextsUnavailableException;
import svc.mime.MessageReader;
import svc.mime.MessageScan;
import svc.mime.Part;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;

/** The texts of messages whose bytes are damaged or cannot be read now. */
final class SearchableTextsTest {

    private static final byte[] MESSAGE = "Subject: apples\r\n\r\npears\r\n".getBytes(US_ASCII);

    /** The bytes of a message, or what happens when they are read. */
    @SuppressWarnings("ArrayRecordComponent") // Blobs are never compared.
    private record Blob(byte[] bytes, @Nullable IOException failure) implements StoredBlob {

        @Override
        public BlobId id() {
            return BlobId.of(new byte[32]);
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public Optional<Instant> lastModified() {
            return Optional.empty();
        }

        @Override
        public void send(long from, long length, OutputStream out) throws IOException {
            if (failure != null) {
                throw failure;
            }
            out.write(bytes, (int) from, (int) length);
        }

        @Override
        public void verify(Consumer<Long> progress) {
            throw new UnsupportedOperationException();
        }
    }

    private static Part root() {
        try (MessageScan scan = new MessageReader(ReadLimits.USUAL).scan(ReadOptions.ARRIVAL)) {
            scan.write(MESSAGE, 0, MESSAGE.length);
            return scan.message().root();
        }
    }

    @Test
    void readableTextsAreIndexed() {
        assertThat(SearchableTexts.of(new Blob(MESSAGE, null), root()))
                .contains(new Text(EmailSearchSource.SUBJECT, "apples"))
                .anyMatch(text -> text.text().contains("pears"));
    }

    @Test
    void damagedTextsAreLeftOut() {
        assertThat(SearchableTexts.of(new Blob(MESSAGE, new CorruptBlobException("damaged")), root()))
                .isEmpty();
    }

    @Test
    void textsThatCannotBeReadNowAreNotIndexedAsEmpty() {
        Blob away = new Blob(MESSAGE, new BlobUnavailableException("the backup is away"));
        Part root = root();
        assertThatThrownBy(() -> SearchableTexts.of(away, root)).isInstanceOf(TextsUnavailableException.class);
    }
}
