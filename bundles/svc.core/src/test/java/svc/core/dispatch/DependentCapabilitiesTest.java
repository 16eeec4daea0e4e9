package svc.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.jmap.Capability;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** A capability that is switched off for a tenant also disables the capabilities that imply or require it. */
class DependentCapabilitiesTest {

    private static final String SECOND = "urn:test:notes2";
    private static final String LABELS = "urn:test:labels";
    private static final String SENDING = "urn:test:sending";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");
    private final Account eve = bench.account("other", "eve");

    private record Offered(String urn, Set<String> sharedWith, Set<String> requires, Set<String> implies)
            implements Capability {}

    @BeforeEach
    void offered() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
        bench.add(new Offered(SECOND, Set.of(), Set.of(), Set.of(Note.URN)));
        bench.add(new Offered(LABELS, Set.of(Note.URN, SECOND), Set.of(), Set.of()));
        bench.add(new Offered(SENDING, Set.of(), Set.of(Note.URN), Set.of()));
    }

    private Optional<String> obstacle(String urn) {
        return bench.registry.catalogue().obstacle(urn, "o", bench.people);
    }

    private Map<String, @Nullable Object> get(Account account, String urn) {
        return bench.send(
                account,
                "{\"using\":[\"urn:ietf:params:jmap:core\",\"" + urn + "\"],\"methodCalls\":[[\"Note/get\","
                        + "{\"accountId\":\"" + account.id() + "\",\"ids\":[]},\"c\"]]}");
    }

    @Test
    @Covers("ADM-39")
    void rejectsMethodsOfCapabilitiesThatRequireADisabledOne() {
        bench.people.switchOff("o", Note.URN);
        for (String urn : List.of(Note.URN, SECOND, LABELS, SENDING)) {
            assertThat(obstacle(urn)).as(urn).contains(Note.URN);
            assertThat(get(ada, urn)).as(urn).containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability");
        }
        assertThat(get(eve, SECOND)).containsKey("methodResponses");
        assertThat(new String(bench.local.session(Bench.caller(ada)), java.nio.charset.StandardCharsets.UTF_8))
                .doesNotContain("urn:test");
        bench.people.switchOn("o", Note.URN);
        assertThat(get(ada, SECOND)).containsKey("methodResponses");
    }

    @Test
    @Covers("ADM-39")
    void keepsACapabilityWhileOneOfItsAlternativesIsEnabled() {
        bench.people.switchOff("o", SECOND);
        assertThat(obstacle(SECOND)).contains(SECOND);
        assertThat(obstacle(LABELS)).isEmpty();
        assertThat(obstacle(SENDING)).isEmpty();
        assertThat(obstacle(Note.URN)).isEmpty();
    }

    @Test
    @Covers("ADM-39")
    void offersCapabilitiesThatRequireEachOtherTogether() {
        bench.add(new Offered("urn:test:one", Set.of(), Set.of("urn:test:two"), Set.of()));
        assertThat(obstacle("urn:test:one")).contains("urn:test:two");
        bench.add(new Offered("urn:test:two", Set.of(), Set.of("urn:test:one", LABELS), Set.of()));
        assertThat(obstacle("urn:test:one")).isEmpty();
        bench.people.switchOff("o", Note.URN);
        assertThat(obstacle("urn:test:one")).contains(Note.URN);
        assertThat(obstacle("urn:test:two")).contains(Note.URN);
    }
}
