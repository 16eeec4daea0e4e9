package svc.cap.mail.compose;

import static svc.cap.mail.Members.with;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.mime.BodyText;
import svc.mime.Message;
import svc.mime.MessageReader;
import svc.mime.Octets;
import svc.mime.Part;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;
import svc.mime.write.MessageWriter;
import svc.testkit.MemoryBlobs;
import svc.testkit.SettableWallClock;

/** Composes messages from Email properties and parses them. */
public final class Composer {

    private static final String ORGANIZATION = "o";
    private static final long MOST_ATTACHED = 1_000;

    private final SettableWallClock clock = new SettableWallClock();
    private final MemoryBlobs blobs = new MemoryBlobs(clock);

    /** Stores bytes as a blob. Returns its id. */
    String kept(byte[] bytes) throws IOException {
        try (BlobStore.BlobWriter draft = blobs.newBlob(ORGANIZATION)) {
            try (OutputStream out = draft.out()) {
                out.write(bytes);
            }
            return draft.commit().toString();
        }
    }

    /** Returns the message composed from properties. */
    byte[] made(Map<String, @Nullable Object> email) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new MessageWriter(clock, new Random(1), "example.com")
                .write(
                        EmailComposition.of(
                                email,
                                id -> BlobId.parse(id).flatMap(known -> blobs.find(ORGANIZATION, known)),
                                MOST_ATTACHED),
                        out);
        return out.toByteArray();
    }

    public static Message read(byte[] message) throws IOException {
        return new MessageReader(ReadLimits.USUAL).read(Octets.of(message), message.length, ReadOptions.ARRIVAL);
    }

    static String text(byte[] message, Part part) throws IOException {
        return BodyText.read(Octets.of(message), part.body(), part.encoding(), part.type(), part.charset(), 0)
                .value();
    }

    /** Returns {@code bodyValues} from alternating part ids and texts. */
    static Map<String, @Nullable Object> values(String... texts) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < texts.length; i += 2) {
            values.put(texts[i], with("value", texts[i + 1]));
        }
        return values;
    }

    /** Returns the properties of an email with a short text, plus these members. */
    static Map<String, @Nullable Object> withText(@Nullable Object... members) {
        Map<String, @Nullable Object> email = with(members);
        email.put("textBody", List.of(with("partId", "1", "type", "text/plain")));
        email.put("bodyValues", values("1", "Hello"));
        return email;
    }
}
