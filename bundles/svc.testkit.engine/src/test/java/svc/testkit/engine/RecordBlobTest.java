package svc.testkit.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.jmap.Capability;
import svc.api.jmap.type.BlobRef;
import svc.api.jmap.type.ObjectType;
import svc.testkit.engine.generated.PlainValues;

/** A record type whose objects refer to blobs. */
class RecordBlobTest {

    private static final String URN = "urn:example:cards";
    private static final String TYPE = "Card";

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private Client ada;
    private String photo;

    /** A card with a photo. */
    record Card(String name, @BlobRef @Nullable String photo) {}

    private static final class Cards implements Capability, ObjectType<Card> {
        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Card> recordType() {
            return Card.class;
        }
    }

    @BeforeEach
    void uploadPhoto() {
        engine.register(new Cards());
        ada = engine.account("one", "ada");
        photo = ada.upload("a photo".getBytes(UTF_8));
    }

    private Response set(String verb, Object changes) {
        return ada.call(TYPE + "/set", Map.of(verb, changes)).done();
    }

    private static Map<String, @Nullable Object> card(@Nullable String photo) {
        Map<String, @Nullable Object> card = new HashMap<>();
        card.put("name", "Bob");
        card.put("photo", photo);
        return card;
    }

    private Collection<BlobReference> references(String blob) {
        BlobId id = BlobId.parse(blob).orElseThrow();
        return engine.store()
                .read(ada.scope(), snapshot -> engine.blobs().references(snapshot, List.of(id), Set.of(TYPE)))
                .getOrDefault(id, Set.of());
    }

    @Test
    void createAddsAndDestroyRemovesTheReference() {
        assertThat(references(photo)).isEmpty();
        String id = ada.create(TYPE, card(photo));
        assertThat(references(photo)).hasSize(1);
        assertThat(ada.get(TYPE, id)).containsEntry("photo", photo);
        set("destroy", List.of(id));
        assertThat(references(photo)).isEmpty();
    }

    @Test
    void updateMovesTheReference() {
        String other = ada.upload("another photo".getBytes(UTF_8));
        String id = ada.create(TYPE, card(photo));
        set("update", Map.of(id, Map.of("photo", other)));
        assertThat(references(photo)).isEmpty();
        assertThat(references(other)).hasSize(1);
        Map<String, @Nullable Object> without = new HashMap<>();
        without.put("photo", null);
        set("update", Map.of(id, without));
        assertThat(references(other)).isEmpty();
    }

    @Test
    void unknownBlobIsRejectedAndNothingChanges() {
        String id = ada.create(TYPE, card(photo));
        String foreign = engine.account("two", "eve").upload("a secret".getBytes(UTF_8));
        for (String blob : List.of(foreign, "no blob id")) {
            assertThat(PlainValues.object(set("create", Map.of("k", card(blob)))
                            .object("notCreated")
                            .get("k")))
                    .containsEntry("type", "invalidProperties")
                    .containsEntry("properties", List.of("photo"));
            assertThat(PlainValues.object(set("update", Map.of(id, Map.of("photo", blob)))
                            .object("notUpdated")
                            .get(id)))
                    .containsEntry("properties", List.of("photo"));
        }
        assertThat(ada.get(TYPE, id)).containsEntry("photo", photo);
        assertThat(references(photo)).hasSize(1);
    }
}
