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
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.Edit;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;

/** Tests that the contract tests detect capabilities that violate the contract. */
class ContractSuitesTest {

    /** All contract tests of one capability. */
    private interface All extends ObjectTypeContract, MethodIsolationContract, TenantIsolationContract {}

    private static All suites(CapabilityUnderTest subject) {
        return () -> subject;
    }

    @Test
    void detectsAMethodThatWritesInTwoTransactions() {
        assertThatThrownBy(() -> suites(Postcard.subject(false)).failingMethodLeavesNoPartialChange())
                .hasMessageContaining("Postcard/lift broke down")
                .hasMessageContaining("something of it stayed");
    }

    @Test
    void detectsAMethodThatReadsForeignAccounts() {
        CapabilityUnderTest subject =
                Postcard.subject(true).method("Postcard/peek", Map.of("accountId", CapabilityUnderTest.ACCOUNT));
        CapabilityUnderTest leakingReads = with(subject, engine -> engine.register(new Peeking(engine.store())));
        assertThatThrownBy(() -> suites(leakingReads).accountOfAnotherTenantIsNotFound())
                .hasMessageContaining("Postcard/peek tells what is there in another organization");
    }

    @Test
    void detectsAMethodWithoutExample() {
        CapabilityUnderTest leakingReads =
                with(Postcard.subject(true), engine -> engine.register(new Peeking(engine.store())));
        assertThatThrownBy(() -> suites(leakingReads).rejectsInvalidArguments())
                .hasMessageContaining("no example of Postcard/peek");
    }

    @Test
    void detectsAWrongExample() {
        All suites = suites(Postcard.subject(true)
                .bad(Map.of("title", "good after all"), "title")
                .change(Map.of("title", "Bread"))
                .badChange(Map.of("title", "fine"), "title")
                .filter(Map.of("rank", 2), 0));
        assertThatThrownBy(suites::invalidObjectIsRejectedAlone).isInstanceOf(AssertionError.class);
        assertThatThrownBy(suites::updateChangesOnlyTheGivenProperties).isInstanceOf(AssertionError.class);
        assertThatThrownBy(suites::rejectedChangeHasNoEffect).isInstanceOf(AssertionError.class);
        assertThatThrownBy(suites::filtersFindMatchingObjects).isInstanceOf(AssertionError.class);
    }

    @Test
    void detectsUnreportedChanges() {
        CapabilityUnderTest unreportedChanges = CapabilityUnderTest.of("Postcard", engine -> List.of(new Restless()))
                .good(Map.of("title", "a"))
                .change(Map.of("title", "b"));
        assertThatThrownBy(() -> suites(unreportedChanges).acceptsAnUnchangedObject())
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> suites(unreportedChanges).objectsSentBackChangeNothing())
                .hasMessageContaining("seed 8620, type Postcard: the state must remain")
                .hasMessageContaining("request: [\"Postcard/set\"")
                .hasMessageContaining("response: [\"Postcard/set\"");
    }

    /** Increases the rank of a postcard at each validation. */
    private static final class Restless extends Deriving {
        @Override
        public void validate(Edit<Postcard> edit) {
            Postcard after = edit.after();
            if (after != null) {
                edit.setAfter(after.ranked(after.rank() + 1));
            }
        }
    }

    @Test
    void testsOfUnsupportedMethodsAreSkipped() {
        All suites = suites(CapabilityUnderTest.of("Postcard", engine -> List.of(new Reading()))
                .good(Map.of("title", "a")));
        assertThatCode(suites::onlyDeclaredMethodsExist).doesNotThrowAnyException();
        for (Consumer<All> test : List.<Consumer<All>>of(
                All::destroyedObjectIsNotFound,
                All::queryPagesCoverAllObjects,
                All::onSuccessDestroyOriginalDestroysTheOriginal)) {
            assertThatThrownBy(() -> test.accept(suites)).isInstanceOf(TestAbortedException.class);
        }
    }

    /** Postcards that clients can only read. */
    private static final class Reading extends Deriving {
        @Override
        public Set<StandardMethod> methods() {
            return EnumSet.of(StandardMethod.GET, StandardMethod.CHANGES);
        }
    }

    /** The type and its capability without further services. */
    private static class Deriving implements svc.api.jmap.Capability, svc.api.jmap.type.ObjectType<Postcard> {
        @Override
        public String urn() {
            return Postcard.URN;
        }

        @Override
        public String capability() {
            return Postcard.URN;
        }

        @Override
        public Class<Postcard> recordType() {
            return Postcard.class;
        }
    }

    /** Returns the same input with an additional registration. */
    private static CapabilityUnderTest with(CapabilityUnderTest subject, Consumer<JmapTestServer> more) {
        CapabilityUnderTest other = CapabilityUnderTest.of("Postcard", engine -> {
            more.accept(engine);
            return subject.services(engine);
        });
        subject.good().forEach(other::good);
        subject.changes().forEach(other::change);
        subject.methods().forEach(other::method);
        return other;
    }

    record Peek(String accountId) {}

    /** Counts the postcards of any account, which violates the isolation of tenants. */
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
        public Class<Peek> argumentsType() {
            return Peek.class;
        }

        @Override
        public Map<String, @Nullable Object> handle(MethodCall call, Peek peek) {
            String id = peek.accountId().replace("shared:", "");
            long n = ObjectId.parse('a', id).orElse(0);
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
