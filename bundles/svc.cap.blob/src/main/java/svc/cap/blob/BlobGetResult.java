package svc.cap.blob;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.jmap.MethodCall;

/** One object in the list of a Blob/get. The blob is read once for the data and all digests. */
final class BlobGetResult {

    private final BlobGetProperties requested;
    private final StoredBlob blob;
    private final Span span;

    BlobGetResult(BlobGetProperties requested, StoredBlob blob, Span span) {
        this.requested = requested;
        this.blob = blob;
        this.span = span;
    }

    /** Returns the number of octets of the blob that the answer contains. */
    long dataSize() {
        return requested.data() ? span.length() : 0;
    }

    /**
     * Reads the blob and returns its JSON.
     *
     * @throws svc.api.blob.CorruptBlobException if the bytes of the blob are damaged
     */
    Map<String, @Nullable Object> read(MethodCall call) throws IOException {
        Map<DigestAlgorithm, MessageDigest> digests = new EnumMap<>(DigestAlgorithm.class);
        ByteArrayOutputStream data = new ByteArrayOutputStream((int) dataSize());
        if (requested.data() || !requested.digests().isEmpty()) {
            OutputStream out = requested.data() ? data : OutputStream.nullOutputStream();
            for (DigestAlgorithm algorithm : requested.digests()) {
                MessageDigest digest = algorithm.begin();
                digests.put(algorithm, digest);
                out = new DigestOutputStream(out, digest);
            }
            blob.send(span.from(), span.length(), new CancellableOutputStream(out, call));
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", blob.id().toString());
        if (span.truncated() || requested.has(BlobGetProperties.TRUNCATED)) {
            members.put(BlobGetProperties.TRUNCATED, span.truncated());
        }
        if (requested.data()) {
            addData(data.toByteArray(), members);
        }
        digests.forEach((algorithm, digest) ->
                members.put(algorithm.property(), Base64.getEncoder().encodeToString(digest.digest())));
        if (requested.has(BlobGetProperties.SIZE)) {
            members.put(BlobGetProperties.SIZE, blob.size());
        }
        return members;
    }

    private void addData(byte[] octets, Map<String, @Nullable Object> members) {
        Optional<String> text = requested.text() ? text(octets) : Optional.empty();
        boolean problem = requested.text() && text.isEmpty();
        if (problem || requested.has(BlobGetProperties.PROBLEM)) {
            members.put(BlobGetProperties.PROBLEM, problem);
        }
        if (requested.has(BlobGetProperties.TEXT) || (requested.has(BlobGetProperties.DATA) && text.isPresent())) {
            members.put(BlobGetProperties.TEXT, text.orElse(null));
        }
        if (requested.has(BlobGetProperties.BASE64) || (requested.has(BlobGetProperties.DATA) && problem)) {
            members.put(BlobGetProperties.BASE64, Base64.getEncoder().encodeToString(octets));
        }
    }

    /** Returns the octets as text; empty if they are not valid UTF-8, for example because a character is cut. */
    private static Optional<String> text(byte[] octets) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
