package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.identity.Access;
import svc.api.jmap.Verb;

/** What {@code /copy} of every type does (RFC 8620 §5.4). */
public interface CopyContract extends Contract {

    /** From the own account into one that is shared for writing, and back. */
    @Test
    default void copiesLeadIntoASharedAccountAndBack() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.COPY);
        Client bob = trial.engine().account("one", "bob");
        trial.engine().share(bob, trial.ada(), trial.traits().capability(), Access.WRITE);
        String shared = trial.ada().sharedBy(bob);
        String id = trial.createOne();
        Response copy = copy(trial, trial.ada().accountId(), shared, id).done();
        String there = Plain.text(copy.object("created", "copy").get("id"));
        assertThat(bob.all(trial.type())).containsOnlyKeys(there);
        assertThat(trial.ada().all(trial.type())).containsOnlyKeys(id);
        copy(trial, shared, trial.ada().accountId(), there).done();
        assertThat(trial.ada().all(trial.type())).hasSize(2);
        assertThat(copy(trial, trial.ada().accountId(), shared, trial.nobody())
                        .done()
                        .object("notCreated", "copy"))
                .containsEntry("type", "notFound");
    }

    /** When it is wanted, the original goes after the copy was made. */
    @Test
    default void theOriginalGoesWhenItIsWanted() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.COPY);
        Client bob = trial.engine().account("one", "bob");
        trial.engine().share(bob, trial.ada(), trial.traits().capability(), Access.WRITE);
        String id = trial.createOne();
        List<Response> responses = trial.ada()
                .request()
                .call(
                        Verb.COPY.of(trial.type()),
                        Map.of(
                                "fromAccountId",
                                trial.ada().accountId(),
                                "accountId",
                                trial.ada().sharedBy(bob),
                                "create",
                                Map.of("copy", Map.of("id", id)),
                                "onSuccessDestroyOriginal",
                                true))
                .send();
        assertThat(responses)
                .extracting(Response::method)
                .containsExactly(Verb.COPY.of(trial.type()), Verb.SET.of(trial.type()));
        assertThat(responses.get(1).callId()).isEqualTo(responses.get(0).callId());
        assertThat(responses.get(1).texts("destroyed")).containsExactly(id);
        assertThat(bob.all(trial.type())).hasSize(1);
        assertThat(trial.ada().all(trial.type())).isEmpty();
    }

    /** Only between two accounts that the caller reaches, into one that it may write. */
    @Test
    default void copiesNeedTwoAccountsAndTheRight() {
        Trial trial = Trial.of(this, Verb.GET, Verb.SET, Verb.COPY);
        Client bob = trial.engine().account("one", "bob");
        Client eve = trial.engine().account("two", "eve");
        trial.engine().share(bob, trial.ada(), trial.traits().capability(), Access.READ);
        String own = trial.ada().accountId();
        String id = trial.createOne();
        assertThat(copy(trial, own, own, id).error()).isEqualTo("invalidArguments");
        assertThat(copy(trial, eve.accountId(), own, id).error()).isEqualTo("fromAccountNotFound");
        assertThat(copy(trial, own, eve.accountId(), id).error()).isEqualTo("accountNotFound");
        assertThat(copy(trial, own, trial.ada().sharedBy(bob), id).error()).isEqualTo("accountReadOnly");
        assertThat(bob.all(trial.type())).isEmpty();
    }

    private static Response copy(Trial trial, String from, String into, String id) {
        Map<String, @Nullable Object> arguments =
                Map.of("fromAccountId", from, "accountId", into, "create", Map.of("copy", Map.of("id", id)));
        return trial.ada().call(Verb.COPY.of(trial.type()), arguments);
    }
}
