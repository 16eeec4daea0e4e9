package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.testkit.engine.generated.PlainValues;

/**
 * Tests that a failing method changes nothing and does not affect other calls of the request, at whichever point the
 * method fails.
 */
public interface MethodIsolationContract extends Contract {

    /** The maximum number of store callbacks of one call. */
    int MOST_WORKS = 50;

    /**
     * The store fails in the first, the second, the third … callback of every method, until the method succeeds. The
     * calls before and after this method are answered, and the method's changes are made completely or not at all.
     */
    @Test
    default void failingMethodLeavesNoPartialChange() {
        for (String method : SampleCalls.of(ContractFixture.of(this)).methods()) {
            int runs = 0;
            while (failed(method, runs)) {
                runs++;
                assertThat(runs).as("%s never gets through", method).isLessThan(MOST_WORKS);
            }
        }
    }

    private boolean failed(String method, int runs) {
        ContractFixture fixture = ContractFixture.of(this);
        SampleCalls calls = SampleCalls.of(fixture);
        List<String> ids = fixture.createGood();
        Map<String, @Nullable Object> arguments =
                calls.arguments(method, fixture.ada().accountId(), ids.get(0));
        Map<String, Object> before = calls.everything();
        fixture.engine().faultInjectingStore().breakAfter(runs);
        List<Response> responses = fixture.ada()
                .request()
                .call("Core/echo", Map.of("n", 1))
                .exactly(method, arguments)
                .call("Core/echo", Map.of("n", 2))
                .send();
        boolean failed = fixture.engine().faultInjectingStore().mend();
        assertThat(responses.get(0).arguments()).containsEntry("n", 1);
        assertThat(responses.get(responses.size() - 1).arguments())
                .as("the call after %s", method)
                .containsEntry("n", 2);
        if (failed && responses.get(1).failed()) {
            assertThat(responses.get(1).error())
                    .as("%s after %s works", method, runs)
                    .isEqualTo("serverFail");
            assertThat(calls.everything())
                    .as("%s broke down after %s works of the store, and something of it stayed", method, runs)
                    .isEqualTo(before);
        }
        return failed;
    }

    /** Invalid arguments result in a method error, not in a server failure. */
    @Test
    default void rejectsInvalidArguments() {
        ContractFixture fixture = ContractFixture.of(this);
        SampleCalls calls = SampleCalls.of(fixture);
        String id = fixture.createOne();
        for (String method : calls.methods()) {
            Map<String, @Nullable Object> good =
                    calls.arguments(method, fixture.ada().accountId(), id);
            Map<String, Object> before = calls.everything();
            assertThat(error(fixture, method, PlainValues.with(good, "noSuchArgument", 1)))
                    .as("%s with an argument that it does not have", method)
                    .isEqualTo("invalidArguments");
            assertThat(calls.everything()).as(method).isEqualTo(before);
            for (String name : good.keySet()) {
                error(fixture, method, PlainValues.with(good, name, Map.of("not", List.of("at", "all"))));
                error(fixture, method, PlainValues.with(good, name, null));
            }
        }
    }

    private static String error(
            ContractFixture fixture, String method, Map<String, ? extends @Nullable Object> arguments) {
        Response response =
                fixture.ada().request().exactly(method, arguments).send().get(0);
        if (response.error().equals("serverFail") || response.error().equals("serverUnavailable")) {
            fail("%s fails when it is called with %s. Refuse what is wrong with invalidArguments.", method, arguments);
        }
        return response.error();
    }
}
