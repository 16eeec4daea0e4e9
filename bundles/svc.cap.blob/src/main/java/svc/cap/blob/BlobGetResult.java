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
import svc.api.blob.BlobStore.Stored;
import svc.api.jmap.Call;

/** One object in the list of a Blob/get. The octets come by once, whatever is made of them. */
final class Extract {

    private final Wanted wanted;
    private final Stored blob;
    private final Span span;

    Extract(Wanted wanted, Stored blob, Span span) {
        this.wanted = wanted;
        this.blob = blob;
        this.span = span;
    }

    /** How many octets go into the answer. */
    long weight() {
        return wanted.data() ? span.length() : 0;
    }

    /**
     * The object on the wire.
     *
     * @throws svc.api.blob.BlobDamaged the octets are not what was put in
     */
    Map<String, @Nullable Object> read(Call call) throws IOException {
        Map<Algorithm, MessageDigest> digests = new EnumMap<>(Algorithm.class);
        ByteArrayOutputStream data = new ByteArrayOutputStream((int) weight());
        if (wanted.data() || !wanted.digests().isEmpty()) {
            OutputStream out = wanted.data() ? data : OutputStream.nullOutputStream();
            for (Algorithm algorithm : wanted.digests()) {
                MessageDigest digest = algorithm.begin();
                digests.put(algorithm, digest);
                out = new DigestOutputStream(out, digest);
            }
            blob.send(span.from(), span.length(), new Watched(out, call));
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", blob.id().toString());
        if (span.truncated()) {
            members.put("isTruncated", true);
        }
        if (wanted.data()) {
            show(data.toByteArray(), members);
        }
        digests.forEach((algorithm, digest) ->
                members.put(algorithm.property(), Base64.getEncoder().encodeToString(digest.digest())));
        if (wanted.has(Wanted.SIZE)) {
            members.put(Wanted.SIZE, blob.size());
        }
        return members;
    }

    private void show(byte[] octets, Map<String, @Nullable Object> members) {
        Optional<String> text = wanted.text() ? text(octets) : Optional.empty();
        boolean problem = wanted.text() && text.isEmpty();
        if (problem) {
            members.put("isEncodingProblem", true);
        }
        if (wanted.has(Wanted.TEXT) || text.isPresent()) {
            members.put(Wanted.TEXT, text.orElse(null));
        }
        if (wanted.has(Wanted.BASE64) || (wanted.has(Wanted.DATA) && problem)) {
            members.put(Wanted.BASE64, Base64.getEncoder().encodeToString(octets));
        }
    }

    /** Empty when they are not UTF-8; a character that was cut in two is not. */
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
