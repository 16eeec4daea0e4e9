package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.api.jmap.StandardMethod.COPY;
import static svc.api.jmap.StandardMethod.SET;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.testkit.engine.generated.PlainValues;

/**
 * Tests that an organization cannot detect data of another organization. At every place where an id can occur, each
 * method responds to an id of another organization exactly as to an id that does not exist.
 */
public interface TenantIsolationContract extends Contract {

    /** Tests the id of an account of another organization, without and with the prefix of ids of shared accounts. */
    @Test
    default void accountOfAnotherTenantIsNotFound() {
        for (String method : SampleCalls.of(ContractFixture.of(this)).methods()) {
            for (String prefix : List.of("", "shared:")) {
                assertEqualResponses(
                        method, stage -> stage.arguments(method, prefix + stage.foreignAccount, stage.own));
            }
        }
    }

    /** Tests the id of an object of another organization. */
    @Test
    default void objectOfAnotherTenantIsNotFound() {
        for (String method : SampleCalls.of(ContractFixture.of(this)).methods()) {
            assertEqualResponses(
                    method, stage -> stage.arguments(method, stage.fixture.ada().accountId(), stage.foreign(method)));
        }
    }

    /** Tests the id of an object of another organization as the value of a property. */
    @Test
    default void propertiesDoNotLeakForeignIds() {
        ContractFixture first = ContractFixture.of(this, SET);
        for (String name : first.traits().names(property -> property.refersTo().isPresent())) {
            String method = SET.nameFor(first.type());
            assertEqualResponses(
                    method,
                    stage -> PlainValues.with(
                            ContractFixture.one("accountId", stage.fixture.ada().accountId()),
                            "create",
                            Map.of(
                                    "new",
                                    PlainValues.with(
                                            stage.fixture.subject().good().get(0), name, stage.foreign(method)))));
        }
    }

    /** Tests a copy from an account of another organization. */
    @Test
    default void copyFromAnotherTenantIsRejected() {
        ContractFixture first = ContractFixture.of(this, COPY);
        String method = COPY.nameFor(first.type());
        for (String prefix : List.of("", "shared:")) {
            assertEqualResponses(
                    method,
                    stage -> PlainValues.with(
                            stage.arguments(method, stage.fixture.ada().accountId(), stage.foreign(method)),
                            "fromAccountId",
                            prefix + stage.foreignAccount));
        }
    }

    /** The session contains only the client's own account. */
    @Test
    default void sessionNamesNoOtherAccount() {
        Stage stage = new Stage(ContractFixture.of(this), true);
        assertThat(PlainValues.object(stage.fixture.ada().session().get("accounts")))
                .containsOnlyKeys(stage.fixture.ada().accountId());
    }

    /** Sends the same call with ids of another organization and with ids that do not exist, each to a new engine. */
    private void assertEqualResponses(
            String method, java.util.function.Function<Stage, Map<String, @Nullable Object>> arguments) {
        Stage foreign = new Stage(ContractFixture.of(this), true);
        Stage emptyStage = new Stage(ContractFixture.of(this), false);
        String answer = foreign.answer(method, arguments.apply(foreign));
        assertThat(answer)
                .as("%s tells what is there in another organization from what is not there at all", method)
                .isEqualTo(emptyStage.answer(method, arguments.apply(emptyStage)));
        foreign.assertUnchanged();
    }

    /**
     * Two organizations. The calls of one organization contain ids of the other organization, or ids that do not exist.
     */
    final class Stage {
        private static final int MORE = 5;
        /**
         * The number of accounts that are created first. It is larger than the number of objects, so that no object has
         * the same number as the other account.
         */
        private static final int FILLERS = 50;

        private final ContractFixture fixture;
        private final Client otherTenantClient;
        private final String own;
        private final String foreignAccount;
        private final Map<String, String> foreignIds = new LinkedHashMap<>();
        private final Map<String, Object> before;

        Stage(ContractFixture fixture, boolean real) {
            this.fixture = fixture;
            this.own = fixture.createOne();
            for (int n = 0; n < FILLERS; n++) {
                fixture.engine().account("two", "filler" + n);
            }
            this.otherTenantClient = fixture.engine().account("two", "eve");
            this.foreignAccount = real ? otherTenantClient.accountId() : "avvvvv";
            fixture.subject().examples().forEach((type, example) -> {
                // Numbers are counted per account: no object of the client's own account has the last number.
                List<String> ids = ContractFixture.many(MORE, n -> otherTenantClient.create(type, example));
                String last = ids.get(MORE - 1);
                foreignIds.put(type, real ? last : last.charAt(0) + "vvvvvvvv");
            });
            fixture.subject().singletons().forEach((type, patch) -> {
                otherTenantClient
                        .call(type + "/set", Map.of("update", Map.of("singleton", patch)))
                        .done();
                foreignIds.put(type, "singleton");
            });
            this.before = everything();
        }

        private Map<String, Object> everything() {
            Map<String, Object> everything = new LinkedHashMap<>();
            foreignIds
                    .keySet()
                    .forEach(type ->
                            everything.put(type, List.of(otherTenantClient.all(type), otherTenantClient.state(type))));
            return everything;
        }

        Map<String, @Nullable Object> arguments(String method, String accountId, String id) {
            return SampleCalls.of(fixture).arguments(method, accountId, id);
        }

        /** Returns a foreign id of the type that the method belongs to. */
        String foreign(String method) {
            String type = method.substring(0, method.indexOf('/'));
            return foreignIds.getOrDefault(type, foreignIds.getOrDefault(fixture.type(), own));
        }

        String answer(String method, Map<String, @Nullable Object> arguments) {
            String answer =
                    fixture.ada().request().exactly(method, arguments).send().toString();
            for (String id : foreignIds.values()) {
                answer = answer.replaceAll("\\b" + id + "(v?)\\b", "ID$1");
            }
            return answer.replaceAll("\\b" + foreignAccount + "\\b", "ACCOUNT");
        }

        void assertUnchanged() {
            assertThat(everything()).isEqualTo(before);
        }
    }
}
