package svc.testkit.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.identity.Access;
import svc.api.identity.Authenticator;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.api.jmap.CapabilityExclusion;
import svc.api.jmap.type.PropertyContribution;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.testkit.Covers;
import svc.testkit.engine.generated.PlainValues;

/** Tests the features that the engine in memory offers to tests of third parties. */
class JmapTestServerTest {

    private static final String CORE = "urn:ietf:params:jmap:core";

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private final JmapTestServer.Registration postcards = engine.register(new Postcard.Postcards());
    private final Client ada = engine.account("one", "ada");

    @Test
    @Covers(value = "OSGI-02", part = "on the engine alone")
    void capabilityIsRegisteredWithItsServices() {
        assertThat(capabilities()).containsOnly(CORE, Postcard.URN);
        JmapTestServer.Registration lifting = engine.register(new Postcard.Lifting(engine.store(), true));
        assertThat(engine.methods()).containsEntry("Postcard/lift", Postcard.URN);
        lifting.close();
        assertThat(ada.call("Postcard/lift", Map.of("ids", List.of())).error()).isEqualTo("unknownMethod");
        Object state = ada.session().get("state");
        postcards.close();
        assertThat(capabilities()).containsOnly(CORE);
        assertThat(ada.session().get("state")).isNotEqualTo(state);
        assertThat(ada.send("{\"using\":[\"" + Postcard.URN + "\"],\"methodCalls\":[]}"))
                .containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability");
        engine.register(new Postcard.Postcards());
        assertThat(ada.session().get("state")).isEqualTo(state);
    }

    private Set<String> capabilities() {
        return PlainValues.object(ada.session().get("capabilities")).keySet();
    }

    @Test
    void rejectedServiceNamesTheReason() {
        assertThatThrownBy(() -> engine.register("another.bundle", new Postcard.Postcards()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(Postcard.URN)
                .hasMessageContaining("Remove one of the two bundles with `svc bundle remove NAME`.");
        assertThatThrownBy(() -> engine.register("no service at all"))
                .hasMessageContaining("implements none of the interfaces of svc.api.jmap");
        assertThat(engine.methods()).containsKey("Postcard/get");
    }

    @Test
    void callsCanReferToEarlierResults() {
        List<Response> responses = ada.request()
                .call("Postcard/set", Map.of("create", Map.of("a", Map.of("title", "A"))))
                .call("Postcard/query", Map.of())
                .call(
                        "Postcard/get",
                        Map.of("#ids", Map.of("resultOf", "c1", "name", "Postcard/query", "path", "/ids")))
                .send();
        assertThat(responses).extracting(Response::callId).containsExactly("c0", "c1", "c2");
        assertThat(PlainValues.object(responses.get(2).list("list").get(0))).containsEntry("title", "A");
        assertThat(ada.send("no json")).containsEntry("type", "urn:ietf:params:jmap:error:notJSON");
    }

    @Test
    void testSetsTheClock() {
        String id = ada.create("Postcard", Map.of("title", "A"));
        Object first = ada.get("Postcard", id).get("changedAt");
        engine.clock().move(Duration.ofHours(1));
        ada.call("Postcard/set", Map.of("update", Map.of(id, Map.of("title", "B"))))
                .done();
        assertThat(first).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(ada.get("Postcard", id)).containsEntry("changedAt", "2030-01-01T01:00:00Z");
    }

    @Test
    void accountsOfATenantCanShare() {
        Client bob = engine.account("one", "bob");
        String id = bob.create("Postcard", Map.of("title", "Bob's"));
        Map<String, Object> get = Map.of("accountId", ada.sharedBy(bob), "ids", List.of(id));
        assertThat(ada.call("Postcard/get", get).error()).isEqualTo("accountNotFound");
        engine.share(bob, ada, Postcard.URN, Access.READ);
        assertThat(ada.call("Postcard/get", get).done().list("list")).hasSize(1);
        assertThat(ada.call("Postcard/set", Map.of("accountId", ada.sharedBy(bob), "destroy", List.of(id)))
                        .error())
                .isEqualTo("accountReadOnly");
        engine.share(bob, ada, Postcard.URN, Access.WRITE);
        engine.share(bob, ada, CORE, Access.READ);
        assertThat(ada.call("Postcard/set", Map.of("accountId", ada.sharedBy(bob), "destroy", List.of(id)))
                        .texts("destroyed"))
                .containsExactly(id);
        engine.unshare(bob, ada);
        assertThat(ada.call("Postcard/get", get).error()).isEqualTo("accountNotFound");
    }

    @Test
    void capabilityCanBeDisabledForATenant() {
        Client otherTenantClient = engine.account("two", "eve");
        engine.switchOff("one", Postcard.URN);
        assertThat(capabilities()).doesNotContain(Postcard.URN);
        assertThat(PlainValues.object(otherTenantClient.session().get("capabilities")))
                .containsKey(Postcard.URN);
        engine.switchOn("one", Postcard.URN);
        assertThat(capabilities()).contains(Postcard.URN);
        engine.register(new CapabilityExclusion(CORE, Postcard.URN));
        assertThatThrownBy(() -> ada.call("Postcard/query", Map.of())).hasMessageContaining("unknownCapability");
    }

    @Test
    void blobsAreStoredForAnAccount() {
        Client bob = engine.account("one", "bob");
        String blob = bob.upload("Hello".getBytes(UTF_8));
        assertThat(bob.download(blob)).asString(UTF_8).isEqualTo("Hello");
        assertThatThrownBy(() -> ada.download(blob)).isInstanceOf(AssertionError.class);
        BlobId id = BlobId.parse(blob).orElseThrow();
        String card = bob.create("Postcard", Map.of("title", "With a photo"));
        long n = ObjectId.parse('p', card).orElseThrow();
        assertThat(visible(ada, bob, id)).isEmpty();
        engine.store()
                .write(
                        bob.scope(),
                        tx -> engine.blobs().addReference(tx, id, new AccountBlobs.BlobReference("Postcard", n, 'p')));
        engine.share(bob, ada, Postcard.URN, Access.READ);
        assertThat(visible(ada, bob, id)).containsExactly(id);
    }

    private Set<BlobId> visible(Client caller, Client owner, BlobId id) {
        Caller who = new Caller(caller.account(), "test", Caller.CredentialKind.SESSION, "127.0.0.1");
        return engine.directory()
                .account(who, caller.sharedBy(owner))
                .map(reach -> engine.store()
                        .read(owner.scope(), snapshot -> engine.blobs().visible(snapshot, who, reach, List.of(id))))
                .orElse(Set.of());
    }

    @Test
    void authenticatorAcceptsTheAddressOfAnAccount() {
        assertThat(authenticated("Bearer ada@one.example"))
                .isInstanceOfSatisfying(
                        Authenticator.Authenticated.class,
                        result -> assertThat(result.caller().account()).isEqualTo(ada.account()));
        assertThat(authenticated("Bearer eve@one.example")).isInstanceOf(Authenticator.Rejected.class);
        assertThat(authenticated("Basic ada@one.example")).isInstanceOf(Authenticator.Rejected.class);
    }

    private Authenticator.Result authenticated(String authorization) {
        return engine.authenticator()
                .authenticate(new Authenticator.Credentials(
                        "GET",
                        "http://localhost/",
                        Optional.empty(),
                        Optional.of(authorization),
                        List.of(),
                        QueryCredentials.NONE,
                        "127.0.0.1"));
    }

    @Test
    void anotherBundleCanAddProperties() {
        String id = ada.create("Postcard", Map.of("title", "A"));
        engine.register("another.bundle", new Loudness());
        assertThat(ada.get("Postcard", id)).containsEntry("loudness", 11);
    }

    /** Computes a property of postcards. */
    private static final class Loudness implements PropertyContribution {
        @Override
        public String type() {
            return "Postcard";
        }

        @Override
        public String capability() {
            return Postcard.URN;
        }

        @Override
        public Set<String> properties() {
            return Set.of("loudness");
        }

        @Override
        public Map<Long, Map<String, @Nullable Object>> read(
                Snapshot snapshot, Collection<Long> numbers, Set<String> wanted) {
            Map<Long, Map<String, @Nullable Object>> found = new HashMap<>();
            numbers.forEach(n -> found.put(n, Map.of("loudness", 11)));
            return found;
        }
    }
}
