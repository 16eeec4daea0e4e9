package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.jmap.Verb;

/** What {@code /get} of every type does (RFC 8620 §5.1). */
public interface GetContract extends Contract {

    /** Null stands for all. */
    @Test
    default void getAnswersWithAllOrWithThoseThatAreAskedFor() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        List<String> ids = trial.createGood();
        assertThat(trial.ada().all(trial.type())).containsOnlyKeys(ids);
        Response none = trial.call(Verb.GET, Map.of("ids", List.of())).done();
        assertThat(none.list("list")).isEmpty();
        assertThat(none.list("notFound")).isEmpty();
        assertThat(none.text("accountId")).isEqualTo(trial.ada().accountId());
        assertThat(none.text("state")).isNotEmpty();
    }

    /** An id that is none is told, once. */
    @Test
    default void getTellsWhatItDoesNotFind() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String id = trial.createOne();
        Response got = trial.call(
                        Verb.GET, Map.of("ids", List.of(id, trial.nobody(), "no id at all", trial.nobody(), id)))
                .done();
        assertThat(got.list("list")).hasSize(1);
        assertThat(got.texts("notFound")).containsExactlyInAnyOrder(trial.nobody(), "no id at all");
    }

    /** The id is always there. */
    @Test
    default void getAnswersWithThePropertiesThatAreAskedFor() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET);
        String id = trial.createOne();
        assertThat(trial.get(id).keySet())
                .containsAll(trial.traits().properties().keySet())
                .contains("id");
        for (String name : trial.traits().properties().keySet()) {
            Response got = trial.call(Verb.GET, Map.of("ids", List.of(id), "properties", List.of(name)))
                    .done();
            assertThat(Plain.object(got.list("list").get(0)))
                    .containsOnlyKeys("id", name)
                    .containsEntry("id", id);
        }
        assertThat(Plain.object(trial.call(Verb.GET, Map.of("ids", List.of(id), "properties", List.of()))
                        .done()
                        .list("list")
                        .get(0)))
                .containsOnlyKeys("id");
        assertThat(trial.call(Verb.GET, Map.of("ids", List.of(id), "properties", List.of("noSuchProperty")))
                        .error())
                .isEqualTo("invalidArguments");
    }

    /** The id of an account is needed, and must be one of the caller's. */
    @Test
    default void everyMethodNeedsAnAccount() {
        Trial trial = Trial.of(this);
        for (Verb verb : trial.traits().verbs()) {
            Map<String, @Nullable Object> more = verb == Verb.CHANGES
                    ? Map.of("sinceState", "s1-0")
                    : verb == Verb.QUERY_CHANGES
                            ? Map.of("sinceQueryState", "s1-0")
                            : verb == Verb.COPY
                                    ? Map.of("fromAccountId", trial.ada().accountId(), "create", Map.of())
                                    : Map.of();
            List<Response> responses = trial.ada()
                    .request()
                    .exactly(verb.of(trial.type()), more)
                    .exactly(verb.of(trial.type()), Plain.with(more, "accountId", "avvvvv"))
                    .send();
            assertThat(responses.get(0).error()).as("%s", verb).isEqualTo("invalidArguments");
            assertThat(responses.get(1).error()).as("%s", verb).isEqualTo("accountNotFound");
        }
    }

    /** What a type does not have is no method, and what it has needs its capability. */
    @Test
    default void onlyTheVerbsOfTheTypeAreMethods() {
        Trial trial = Trial.of(this);
        for (Verb verb : Verb.values()) {
            boolean offered = trial.traits().verbs().contains(verb);
            assertThat(trial.call(verb, Map.of()).error().equals("unknownMethod"))
                    .as("%s", verb)
                    .isNotEqualTo(offered);
            Response without = trial.ada().using("urn:ietf:params:jmap:core").call(verb.of(trial.type()), Map.of());
            assertThat(without.error()).as("%s", verb).isEqualTo(offered ? "unknownCapability" : "unknownMethod");
        }
    }
}
