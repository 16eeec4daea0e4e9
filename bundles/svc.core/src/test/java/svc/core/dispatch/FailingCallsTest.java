package svc.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import svc.api.identity.Account;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.json.JsonWritable;
import svc.api.store.StoreException;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** A call that fails, or whose method was removed, does not affect the other calls of the request. */
class FailingCallsTest {

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o1", "ada");

    @BeforeEach
    void notes() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
    }

    /** The arguments of the failing method. */
    record Nothing() {}

    @Test
    @Covers("ERR-03")
    void anExceptionOfAHandlerFailsItsCallOnly() {
        bench.add(new Failing(() -> {
            throw new IllegalStateException("secret inside");
        }));
        List<List<@Nullable Object>> responses = bench.calls(
                ada, Note.USING, "[\"Note/fail\",{},\"a\"],[\"Core/echo\",{},\"b\"],[\"Note/fail\",{\"x\":1},\"c\"]");
        assertThat(responses.stream().map(Bench::errorOf))
                .containsExactly("error serverFail", "Core/echo null", "error invalidArguments");
        assertThat(responses.toString()).doesNotContain("secret inside");
    }

    static Stream<Throwable> whateverABundleMayThrow() {
        return Stream.of(
                new NoClassDefFoundError("gone"),
                new StackOverflowError(),
                new AssertionError(),
                new OutOfMemoryError("array size exceeds VM limit"),
                new java.io.IOError(new java.io.IOException("disk")),
                new java.io.IOException("not even declared"));
    }

    @ParameterizedTest
    @MethodSource("whateverABundleMayThrow")
    @Covers("ERR-03")
    void aVirtualMachineErrorFailsItsCallOnly(Throwable thrown) {
        bench.add(new Failing(() -> FailingCallsTest.<RuntimeException>sneak(thrown)));
        assertThat(bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"],[\"Core/echo\",{},\"b\"]").stream()
                        .map(Bench::errorOf))
                .containsExactly("error serverFail", "Core/echo null");
    }

    @SuppressWarnings("unchecked") // a bundle may be written in a language without checked exceptions
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @ParameterizedTest
    @EnumSource(StoreException.Kind.class)
    @Covers("ERR-03")
    void reportsATemporaryStoreErrorAsServerUnavailable(StoreException.Kind kind) {
        bench.add(new Failing(() -> {
            throw new StoreException(kind, "The disk says no.", null);
        }));
        List<List<@Nullable Object>> responses =
                bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"],[\"Core/echo\",{},\"b\"]");
        boolean passes = Set.of(
                        StoreException.Kind.FULL,
                        StoreException.Kind.BUSY,
                        StoreException.Kind.EXPIRED,
                        StoreException.Kind.STOPPED)
                .contains(kind);
        assertThat(responses.stream().map(Bench::errorOf))
                .containsExactly(passes ? "error serverUnavailable" : "error serverFail", "Core/echo null");
        assertThat(responses.get(0).toString().contains("The disk says no.")).isEqualTo(passes);
    }

    @Test
    @Covers("ERR-03")
    void discardsTheOutputOfAFailedCall() {
        bench.add(new MethodHandler<Nothing, JsonWritable>() {
            @Override
            public String method() {
                return "Note/tear";
            }

            @Override
            public String capability() {
                return Note.URN;
            }

            @Override
            public Class<Nothing> argumentsType() {
                return Nothing.class;
            }

            @Override
            public JsonWritable handle(MethodCall call, Nothing arguments) {
                return out -> {
                    out.beginObject().name("half").beginArray();
                    throw new MethodError("forbidden", "enough");
                };
            }
        });
        assertThat(bench
                        .calls(
                                ada,
                                Note.USING,
                                "[\"Core/echo\",{},\"x\"],[\"Note/tear\",{},\"a\"],[\"Core/echo\",{},\"b\"]")
                        .stream()
                        .map(Bench::errorOf))
                .containsExactly("Core/echo null", "error forbidden", "Core/echo null");
    }

    @Test
    @Covers({"OSGI-02", "ENV-06"})
    void removesACapabilityImmediately() {
        Object key = bench.add(new Failing(() -> {}));
        assertThat(bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"]")
                        .get(0)
                        .get(0))
                .isEqualTo("Note/fail");
        bench.registry.remove(key);
        assertThat(bench.calls(ada, Note.USING, "[\"Note/fail\",{},\"a\"]").stream()
                        .map(Bench::errorOf))
                .containsExactly("error unknownMethod");
    }

    @Test
    @Covers("OSGI-02")
    void rejectsADuplicateNameWithAReason() {
        bench.add(new Failing(() -> {}));
        bench.add("other", 7, new Failing(() -> {}));
        bench.add("other", 7, new Note.Notes());
        assertThat(bench.registry.catalogue().refused())
                .extracting(Catalogue.Refused::reason)
                .containsExactlyInAnyOrder(
                        "The method Note/fail is already registered by the bundle svc.test.",
                        "The capability urn:test:notes is already registered by the bundle svc.test.");
    }

    /** A method that runs an action. */
    static final class Failing implements MethodHandler<Nothing, Map<String, @Nullable Object>> {
        private final Runnable work;

        Failing(Runnable work) {
            this.work = work;
        }

        @Override
        public String method() {
            return "Note/fail";
        }

        @Override
        public String capability() {
            return Note.URN;
        }

        @Override
        public Class<Nothing> argumentsType() {
            return Nothing.class;
        }

        @Override
        public Map<String, @Nullable Object> handle(MethodCall call, Nothing arguments) {
            work.run();
            return Map.of();
        }
    }
}
