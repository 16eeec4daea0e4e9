package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.api.jmap.StandardMethod.CHANGES;
import static svc.api.jmap.StandardMethod.COPY;
import static svc.api.jmap.StandardMethod.GET;
import static svc.api.jmap.StandardMethod.QUERY_CHANGES;
import static svc.api.jmap.StandardMethod.SET;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.jmap.StandardMethod;
import svc.testkit.engine.generated.PlainValues;

/** Tests of {@code /get} for every type (RFC 8620 §5.1). */
public interface GetContract extends Contract {

    /** Without {@code ids} all objects are returned, otherwise only the requested objects are returned. */
    @Test
    default void getReturnsAllOrTheRequestedObjects() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        List<String> ids = fixture.createGood();
        assertThat(fixture.all()).containsOnlyKeys(ids);
        Response none = fixture.done(GET, Map.of("ids", List.of()));
        assertThat(none.list("list")).isEmpty();
        assertThat(none.list("notFound")).isEmpty();
        assertThat(none.text("accountId")).isEqualTo(fixture.ada().accountId());
        assertThat(none.text("state")).isNotEmpty();
    }

    /** An unknown id is reported in {@code notFound} once. */
    @Test
    default void getReportsNotFound() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        Response got = fixture.call(
                        GET, Map.of("ids", List.of(id, fixture.unknownId(), "no id at all", fixture.unknownId(), id)))
                .done();
        assertThat(got.list("list")).hasSize(1);
        assertThat(got.texts("notFound")).containsExactlyInAnyOrder(fixture.unknownId(), "no id at all");
    }

    /** Only the requested properties are returned, and always {@code id}. */
    @Test
    default void getReturnsTheRequestedProperties() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET);
        String id = fixture.createOne();
        assertThat(fixture.get(id).keySet())
                .containsAll(fixture.traits().properties().keySet())
                .contains("id");
        for (String name : fixture.traits().properties().keySet()) {
            Response got = fixture.done(GET, Map.of("ids", List.of(id), "properties", List.of(name)));
            assertThat(PlainValues.object(got.list("list").get(0)))
                    .containsOnlyKeys("id", name)
                    .containsEntry("id", id);
        }
        assertThat(PlainValues.object(fixture.done(GET, Map.of("ids", List.of(id), "properties", List.of()))
                        .list("list")
                        .get(0)))
                .containsOnlyKeys("id");
        fixture.assertError(
                GET, Map.of("ids", List.of(id), "properties", List.of("noSuchProperty")), "invalidArguments");
    }

    /** Every method requires the id of an account that the client can access. */
    @Test
    default void everyMethodNeedsAnAccount() {
        ContractFixture fixture = ContractFixture.of(this);
        for (StandardMethod verb : fixture.traits().verbs()) {
            Map<String, @Nullable Object> more = verb == CHANGES
                    ? Map.of("sinceState", "s1-0")
                    : verb == QUERY_CHANGES
                            ? Map.of("sinceQueryState", "s1-0")
                            : verb == COPY
                                    ? Map.of("fromAccountId", fixture.ada().accountId(), "create", Map.of())
                                    : Map.of();
            List<Response> responses = fixture.ada()
                    .request()
                    .exactly(verb.nameFor(fixture.type()), more)
                    .exactly(verb.nameFor(fixture.type()), PlainValues.with(more, "accountId", "avvvvv"))
                    .send();
            assertThat(responses.get(0).error()).as("%s", verb).isEqualTo("invalidArguments");
            assertThat(responses.get(1).error()).as("%s", verb).isEqualTo("accountNotFound");
        }
    }

    /** A method that the type lacks is unknown, and a method that it has requires its capability. */
    @Test
    default void onlyDeclaredMethodsExist() {
        ContractFixture fixture = ContractFixture.of(this);
        for (StandardMethod verb : StandardMethod.values()) {
            boolean offered = fixture.traits().verbs().contains(verb);
            assertThat(fixture.call(verb, Map.of()).error().equals("unknownMethod"))
                    .as("%s", verb)
                    .isNotEqualTo(offered);
            Response without =
                    fixture.ada().using("urn:ietf:params:jmap:core").call(verb.nameFor(fixture.type()), Map.of());
            assertThat(without.error()).as("%s", verb).isEqualTo(offered ? "unknownCapability" : "unknownMethod");
        }
    }
}
