package svc.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.ContainerShares.Container;
import svc.api.identity.ContainerShares.Share;
import svc.api.jmap.Capability;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.store.Scope;
import svc.core.Note;
import svc.testkit.Covers;

/** A capability without data of its own is available in shared accounts, with the access of the share. */
class SharedCapabilityTest {

    private static final String ALONG = "urn:test:along";
    private static final String WITHOUT_METHODS = "urn:test:without-methods";
    private static final String NOTES2 = "urn:test:notes2";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");
    private final Account bob = bench.account("o", "bob");

    /** A capability, configurable for the test. */
    private record Offered(String urn, boolean appliesToSharedAccounts, Set<String> implies) implements Capability {
        @Override
        public Set<String> formerUrns() {
            return Set.of(urn + ":before");
        }
    }

    record Arguments(String accountId, boolean change, String urn) {}

    /** A method that returns what a call sees. */
    private static final class Look implements MethodHandler<Arguments, Map<String, Object>> {

        @Override
        public String method() {
            return "Along/look";
        }

        @Override
        public String capability() {
            return ALONG;
        }

        @Override
        public Class<Arguments> argumentsType() {
            return Arguments.class;
        }

        @Override
        public Map<String, Object> handle(MethodCall call, Arguments arguments) {
            AccessibleAccount reach =
                    call.account(arguments.accountId(), arguments.change() ? Access.WRITE : Access.READ);
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("n", reach.account().n());
            answer.put("uses", call.isUsing(arguments.urn()));
            answer.put("shows", call.isVisible(reach, arguments.urn()));
            return answer;
        }
    }

    @BeforeEach
    void offered() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
        bench.add(new Offered(ALONG, true, Set.of()));
        bench.add(new Offered(NOTES2, false, Set.of(Note.URN)));
        bench.add(new Look());
    }

    private Map<String, @Nullable Object> look(String using, String account, boolean change) {
        return bench.call(
                ada,
                using + ",\"" + ALONG + "\"",
                "Along/look",
                "{\"accountId\":\"" + account + "\",\"change\":" + change + ",\"urn\":\"" + Note.URN + "\"}");
    }

    private Map<String, @Nullable Object> capabilities(String account) {
        byte[] session = bench.local.session(Bench.caller(ada));
        Map<String, @Nullable Object> members = Bench.object(
                bench.json.binding(svc.api.json.Json.Names.EXACT).read(new String(session, StandardCharsets.UTF_8)));
        return Bench.object(
                Bench.object(Bench.object(members.get("accounts")).get(account)).get("accountCapabilities"));
    }

    @Test
    @Covers("ACC-04")
    void grantsTheHighestAccessOfTheShares() {
        String shared = "shared:" + bob.id();
        assertThat(look(Note.USING, shared, false)).containsEntry("type", "accountNotFound");
        bench.people.share(bob, ada, "urn:test:other", Access.READ);
        assertThat(capabilities(shared)).containsOnlyKeys(ALONG);
        assertThat(look(Note.USING, shared, false))
                .containsEntry("n", (int) bob.n())
                .containsEntry("shows", false);
        assertThat(look(Note.USING, shared, true)).containsEntry("type", "accountReadOnly");
        bench.people.share(bob, ada, Note.URN, Access.WRITE);
        assertThat(capabilities(shared)).containsOnlyKeys(ALONG, Note.URN);
        assertThat(look(Note.USING, shared, true)).containsEntry("shows", true);
        bench.people.unshare(bob, ada);
        assertThat(look(Note.USING, shared, false)).containsEntry("type", "accountNotFound");
    }

    @Test
    @Covers("ACC-04")
    void appliesToSharedContainersIfAllItsMethodsSupportThem() {
        bench.add(new Offered(WITHOUT_METHODS, true, Set.of()));
        Container folder = new Container(bob, "Folder", 7, Set.of(Note.URN));
        bench.store.write(Scope.account(new ScopeKey(), bob.n()), tx -> {
            bench.people.share(tx, folder, Map.of(ada.id(), new Share(Access.WRITE, Set.of("mayRead"))));
            return true;
        });
        String shared = "shared:" + bob.id();
        assertThat(capabilities(shared)).containsOnlyKeys(WITHOUT_METHODS, Note.URN);
        assertThat(look(Note.USING, shared, false)).containsEntry("type", "accountNotSupportedByMethod");
    }

    @Test
    @Covers({"ACC-04", "CAP-05"})
    void usingACapabilityEnablesTheCapabilitiesItCovers() {
        String core = "\"urn:ietf:params:jmap:core\"";
        assertThat(look(core, ada.id(), true)).containsEntry("uses", false).containsEntry("shows", false);
        assertThat(look(Note.USING, ada.id(), true)).containsEntry("uses", true).containsEntry("shows", true);
        assertThat(look(core + ",\"" + NOTES2 + "\"", ada.id(), true))
                .containsEntry("uses", true)
                .containsEntry("shows", true);
    }

    @Test
    @Covers(value = "GEN-08", part = "requests with the name of an earlier release")
    void acceptsAFormerUrnInUsingAndOmitsItFromTheSession() {
        String core = "\"urn:ietf:params:jmap:core\"";
        Map<String, @Nullable Object> answer = bench.call(
                ada,
                core + ",\"" + NOTES2 + ":before\",\"" + ALONG + ":before\"",
                "Along/look",
                "{\"accountId\":\"" + ada.id() + "\",\"change\":false,\"urn\":\"" + NOTES2 + "\"}");
        assertThat(answer).containsEntry("uses", true);
        assertThat(capabilities(ada.id())).doesNotContainKey(ALONG + ":before");
    }
}
