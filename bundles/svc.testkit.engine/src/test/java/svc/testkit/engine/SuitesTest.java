package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;
import svc.api.engine.ScopeKey;
import svc.api.jmap.Call;
import svc.api.jmap.Edit;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.Verb;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;

/** The suites find what is wrong: each is shown something that does not keep the contract. */
class SuitesTest {

    /** All suites over one subject. */
    private interface All extends ObjectTypeContract, MethodIsolationContract, TenantIsolationContract {}

    private static All suites(Subject subject) {
        return () -> subject;
    }

    @Test
    void aMethodThatWritesInTwoWorksOfTheStoreIsFound() {
        assertThatThrownBy(() -> suites(Postcard.subject(false)).aMethodThatBreaksDownLeavesNothingHalfDone())
                .hasMessageContaining("Postcard/lift broke down")
                .hasMessageContaining("something of it stayed");
    }

    @Test
    void aMethodThatLooksIntoAnyAccountIsFound() {
        Subject subject = Postcard.subject(true).method("Postcard/peek", Map.of("accountId", Subject.ACCOUNT));
        Subject leaking = with(subject, engine -> engine.register(new Peeking(engine.store())));
        assertThatThrownBy(() -> suites(leaking).anAccountOfAnotherOrganizationIsAsIfThereWereNone())
                .hasMessageContaining("Postcard/peek tells what is there in another organization");
    }

    @Test
    void aMethodWithoutAnExampleIsFound() {
        Subject leaking = with(Postcard.subject(true), engine -> engine.register(new Peeking(engine.store())));
        assertThatThrownBy(() -> suites(leaking).wrongArgumentsAreRefused())
                .hasMessageContaining("no example of Postcard/peek");
    }

    @Test
    void anExampleThatIsNotWhatItSaysIsFound() {
        All suites = suites(Postcard.subject(true)
                .bad(Map.of("title", "good after all"), "title")
                .change(Map.of("title", "Bread"))
                .badChange(Map.of("title", "fine"), "title")
                .filter(Map.of("rank", 2), 0));
        assertThatThrownBy(suites::whatIsWrongIsRefusedAlone).isInstanceOf(AssertionError.class);
        assertThatThrownBy(suites::changesAreMadeAndNothingElseChanges).isInstanceOf(AssertionError.class);
        assertThatThrownBy(suites::aRefusedChangeLeavesNoTrace).isInstanceOf(AssertionError.class);
        assertThatThrownBy(suites::filtersFindWhatTheyDescribe).isInstanceOf(AssertionError.class);
    }

    @Test
    void aTypeThatChangesWhatItDoesNotTellIsFound() {
        Subject restless = Subject.of("Postcard", engine -> List.of(new Restless()))
                .good(Map.of("title", "a"))
                .change(Map.of("title", "b"));
        assertThatThrownBy(() -> suites(restless).anObjectMayBeSentBackAsItIs()).isInstanceOf(AssertionError.class);
    }

    /** Ranks a postcard higher each time it looks at it. */
    private static final class Restless extends Deriving {
        @Override
        public void check(Edit<Postcard> edit) {
            Postcard after = edit.after();
            if (after != null) {
                edit.complete(after.ranked(after.rank() + 1));
            }
        }
    }

    @Test
    void testsOfVerbsThatAreNotThereAreSkipped() {
        All suites =
                suites(Subject.of("Postcard", engine -> List.of(new Reading())).good(Map.of("title", "a")));
        assertThatCode(suites::onlyTheVerbsOfTheTypeAreMethods).doesNotThrowAnyException();
        for (Consumer<All> test : List.<Consumer<All>>of(
                All::whatIsDestroyedIsGone, All::queryFindsAllAPageAtATime, All::theOriginalGoesWhenItIsWanted)) {
            assertThatThrownBy(() -> test.accept(suites)).isInstanceOf(TestAbortedException.class);
        }
    }

    /** Postcards that clients can only read. */
    private static final class Reading extends Deriving {
        @Override
        public Set<Verb> verbs() {
            return EnumSet.of(Verb.GET, Verb.CHANGES);
        }
    }

    /** The bare type and its capability. */
    private static class Deriving implements svc.api.jmap.Capability, svc.api.jmap.ObjectType<Postcard> {
        @Override
        public String urn() {
            return Postcard.URN;
        }

        @Override
        public String capability() {
            return Postcard.URN;
        }

        @Override
        public Class<Postcard> shape() {
            return Postcard.class;
        }
    }

    /** The same subject with something else registered beside. */
    private static Subject with(Subject subject, Consumer<MemoryEngine> more) {
        Subject other = Subject.of("Postcard", engine -> {
            more.accept(engine);
            return subject.services(engine);
        });
        subject.good().forEach(other::good);
        subject.changes().forEach(other::change);
        subject.methods().forEach(other::method);
        return other;
    }

    record Peek(String accountId) {}

    /** Counts the postcards of any account at all: a hole in the border. */
    private record Peeking(Store store) implements MethodHandler<Peek, Map<String, @Nullable Object>> {
        @Override
        public String method() {
            return "Postcard/peek";
        }

        @Override
        public String capability() {
            return Postcard.URN;
        }

        @Override
        public Class<Peek> arguments() {
            return Peek.class;
        }

        @Override
        public Map<String, @Nullable Object> handle(Call call, Peek peek) {
            String id = peek.accountId().replace("shared:", "");
            long n = ObjectId.number('a', id).orElse(0);
            return Map.of(
                    "postcards",
                    n == 0 || n > 1000
                            ? 0
                            : store.read(
                                    Scope.account(new ScopeKey(), n),
                                    now -> now.scan("Postcard", 0, 100).size()));
        }
    }
}
