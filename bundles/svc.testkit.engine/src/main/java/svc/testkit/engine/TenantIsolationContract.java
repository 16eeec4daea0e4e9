package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.jmap.Verb;

/**
 * No organization can find out anything about another one: what belongs to it is answered exactly as what does not exist,
 * in every method and in every place where an id can stand.
 */
public interface TenantIsolationContract extends Contract {

    /** The account of another organization, also in the form of a shared one. */
    @Test
    default void anAccountOfAnotherOrganizationIsAsIfThereWereNone() {
        for (String method : Calls.of(Trial.of(this)).methods()) {
            for (String prefix : List.of("", "shared:")) {
                alike(method, stage -> stage.arguments(method, prefix + stage.foreignAccount, stage.own));
            }
        }
    }

    /** An object of another organization. */
    @Test
    default void anObjectOfAnotherOrganizationIsAsIfThereWereNone() {
        for (String method : Calls.of(Trial.of(this)).methods()) {
            alike(method, stage -> stage.arguments(method, stage.trial.ada().accountId(), stage.foreign(method)));
        }
    }

    /** An object of another organization in the property of one's own. */
    @Test
    default void aPropertyCannotBeUsedToFindSomethingOut() {
        Trial first = Trial.of(this, Verb.SET);
        for (String name : first.traits().names(Traits.Property::refers)) {
            String method = Verb.SET.of(first.type());
            alike(
                    method,
                    stage -> Plain.with(
                            Trial.one("accountId", stage.trial.ada().accountId()),
                            "create",
                            Map.of(
                                    "new",
                                    Plain.with(stage.trial.subject().good().get(0), name, stage.foreign(method)))));
        }
    }

    /** Copies from another organization. */
    @Test
    default void nothingIsCopiedOutOfAnotherOrganization() {
        Trial first = Trial.of(this, Verb.COPY);
        String method = Verb.COPY.of(first.type());
        for (String prefix : List.of("", "shared:")) {
            alike(
                    method,
                    stage -> Plain.with(
                            stage.arguments(method, stage.trial.ada().accountId(), stage.foreign(method)),
                            "fromAccountId",
                            prefix + stage.foreignAccount));
        }
    }

    /** The session names the own account alone. */
    @Test
    default void theSessionNamesNobodyElse() {
        Stage stage = new Stage(Trial.of(this), true);
        assertThat(Plain.object(stage.trial.ada().session().get("accounts")))
                .containsOnlyKeys(stage.trial.ada().accountId());
    }

    /** Sends the same with ids of another organization and with ids that nobody has, each to a fresh engine. */
    private void alike(String method, java.util.function.Function<Stage, Map<String, @Nullable Object>> arguments) {
        Stage foreign = new Stage(Trial.of(this), true);
        Stage nobody = new Stage(Trial.of(this), false);
        String answer = foreign.answer(method, arguments.apply(foreign));
        assertThat(answer)
                .as("%s tells what is there in another organization from what is not there at all", method)
                .isEqualTo(nobody.answer(method, arguments.apply(nobody)));
        foreign.unharmed();
    }

    /** Two organizations; from one of them the other is looked at, or something that does not exist. */
    final class Stage {
        private static final int MORE = 5;

        private final Trial trial;
        private final Client eve;
        private final String own;
        private final String foreignAccount;
        private final Map<String, String> foreignIds = new LinkedHashMap<>();
        private final Map<String, Object> before;

        Stage(Trial trial, boolean real) {
            this.trial = trial;
            this.own = trial.createOne();
            this.eve = trial.engine().account("two", "eve");
            this.foreignAccount = real ? eve.accountId() : "avvvvv";
            trial.subject().examples().forEach((type, example) -> {
                // Numbers are counted for each account: the last one is none of the own account's.
                List<String> ids = Trial.many(MORE, n -> eve.create(type, example));
                String last = ids.get(MORE - 1);
                foreignIds.put(type, real ? last : last.charAt(0) + "vvvvvvvv");
            });
            this.before = everything();
        }

        private Map<String, Object> everything() {
            Map<String, Object> everything = new LinkedHashMap<>();
            foreignIds.keySet().forEach(type -> everything.put(type, List.of(eve.all(type), eve.state(type))));
            return everything;
        }

        Map<String, @Nullable Object> arguments(String method, String accountId, String id) {
            return Calls.of(trial).arguments(method, accountId, id);
        }

        /** An id of the type that the method belongs to. */
        String foreign(String method) {
            String type = method.substring(0, method.indexOf('/'));
            return foreignIds.getOrDefault(type, foreignIds.getOrDefault(trial.type(), own));
        }

        String answer(String method, Map<String, @Nullable Object> arguments) {
            String answer =
                    trial.ada().request().exactly(method, arguments).send().toString();
            for (String id : foreignIds.values()) {
                answer = answer.replaceAll("\\b" + id + "(v?)\\b", "ID$1");
            }
            return answer.replaceAll("\\b" + foreignAccount + "\\b", "ACCOUNT");
        }

        void unharmed() {
            assertThat(everything()).isEqualTo(before);
        }
    }
}
