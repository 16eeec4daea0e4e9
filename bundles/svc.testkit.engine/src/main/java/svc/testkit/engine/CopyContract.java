package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.api.jmap.StandardMethod.COPY;
import static svc.api.jmap.StandardMethod.GET;
import static svc.api.jmap.StandardMethod.SET;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.identity.Access;
import svc.testkit.engine.generated.PlainValues;

/** Tests of {@code /copy} for every type (RFC 8620 §5.4). */
public interface CopyContract extends Contract {

    /** An object can be copied from the client's own account to an account that is shared for writing, and back. */
    @Test
    default void copiesToAndFromASharedAccount() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, COPY);
        Client bob = fixture.engine().account("one", "bob");
        fixture.engine().share(bob, fixture.ada(), fixture.traits().capability(), Access.WRITE);
        String shared = fixture.ada().sharedBy(bob);
        String id = fixture.createOne();
        Response copy = copy(fixture, fixture.ada().accountId(), shared, id).done();
        String there = PlainValues.text(copy.object("created", "copy").get("id"));
        assertThat(bob.all(fixture.type())).containsOnlyKeys(there);
        assertThat(fixture.all()).containsOnlyKeys(id);
        copy(fixture, shared, fixture.ada().accountId(), there).done();
        assertThat(fixture.all()).hasSize(2);
        assertThat(copy(fixture, fixture.ada().accountId(), shared, fixture.unknownId())
                        .done()
                        .object("notCreated", "copy"))
                .containsEntry("type", "notFound");
    }

    /** With {@code onSuccessDestroyOriginal} the original is destroyed after the copy. */
    @Test
    default void onSuccessDestroyOriginalDestroysTheOriginal() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, COPY);
        Client bob = fixture.engine().account("one", "bob");
        fixture.engine().share(bob, fixture.ada(), fixture.traits().capability(), Access.WRITE);
        String id = fixture.createOne();
        List<Response> responses = fixture.ada()
                .request()
                .call(
                        COPY.nameFor(fixture.type()),
                        Map.of(
                                "fromAccountId",
                                fixture.ada().accountId(),
                                "accountId",
                                fixture.ada().sharedBy(bob),
                                "create",
                                Map.of("copy", Map.of("id", id)),
                                "onSuccessDestroyOriginal",
                                true))
                .send();
        assertThat(responses)
                .extracting(Response::method)
                .containsExactly(COPY.nameFor(fixture.type()), SET.nameFor(fixture.type()));
        assertThat(responses.get(1).callId()).isEqualTo(responses.get(0).callId());
        assertThat(responses.get(1).texts("destroyed")).containsExactly(id);
        assertThat(bob.all(fixture.type())).hasSize(1);
        assertThat(fixture.all()).isEmpty();
    }

    /** A copy requires two different accounts that the client can access, and write access to the target. */
    @Test
    default void copyNeedsTwoAccountsAndWriteAccess() {
        ContractFixture fixture = ContractFixture.of(this, GET, SET, COPY);
        Client bob = fixture.engine().account("one", "bob");
        Client otherTenantClient = fixture.engine().account("two", "eve");
        fixture.engine().share(bob, fixture.ada(), fixture.traits().capability(), Access.READ);
        String own = fixture.ada().accountId();
        String id = fixture.createOne();
        assertThat(copy(fixture, own, own, id).error()).isEqualTo("invalidArguments");
        assertThat(copy(fixture, otherTenantClient.accountId(), own, id).error())
                .isEqualTo("fromAccountNotFound");
        assertThat(copy(fixture, own, otherTenantClient.accountId(), id).error())
                .isEqualTo("accountNotFound");
        assertThat(copy(fixture, own, fixture.ada().sharedBy(bob), id).error()).isEqualTo("accountReadOnly");
        assertThat(bob.all(fixture.type())).isEmpty();
    }

    private static Response copy(ContractFixture fixture, String from, String into, String id) {
        Map<String, @Nullable Object> arguments =
                Map.of("fromAccountId", from, "accountId", into, "create", Map.of("copy", Map.of("id", id)));
        return fixture.ada().call(COPY.nameFor(fixture.type()), arguments);
    }
}
