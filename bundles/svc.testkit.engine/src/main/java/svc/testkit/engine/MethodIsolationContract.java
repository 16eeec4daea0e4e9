package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A method that fails fails alone and leaves nothing half done, wherever it breaks down. */
public interface MethodIsolationContract extends Contract {

    /** The most times that a call goes to the store. */
    int MOST_WORKS = 50;

    /**
     * The store breaks down at the end of the first, the second, the third … work of every method, until the method gets
     * through: the calls before and after are answered, and either everything was done or nothing.
     */
    @Test
    default void aMethodThatBreaksDownLeavesNothingHalfDone() {
        for (String method : Calls.of(Trial.of(this)).methods()) {
            int works = 0;
            while (brokeDown(method, works)) {
                works++;
                assertThat(works).as("%s never gets through", method).isLessThan(MOST_WORKS);
            }
        }
    }

    private boolean brokeDown(String method, int works) {
        Trial trial = Trial.of(this);
        Calls calls = Calls.of(trial);
        List<String> ids = trial.createGood();
        Map<String, @Nullable Object> arguments =
                calls.arguments(method, trial.ada().accountId(), ids.get(0));
        Map<String, Object> before = calls.everything();
        trial.engine().breakable().breakAfter(works);
        List<Response> responses = trial.ada()
                .request()
                .call("Core/echo", Map.of("n", 1))
                .exactly(method, arguments)
                .call("Core/echo", Map.of("n", 2))
                .send();
        boolean broke = trial.engine().breakable().mend();
        assertThat(responses.get(0).arguments()).containsEntry("n", 1);
        assertThat(responses.get(responses.size() - 1).arguments())
                .as("the call after %s", method)
                .containsEntry("n", 2);
        if (broke && responses.get(1).failed()) {
            assertThat(responses.get(1).error())
                    .as("%s after %s works", method, works)
                    .isEqualTo("serverFail");
            assertThat(calls.everything())
                    .as("%s broke down after %s works of the store, and something of it stayed", method, works)
                    .isEqualTo(before);
        }
        return broke;
    }

    /** What is wrong with the arguments is said, and is no failure of the server. */
    @Test
    default void wrongArgumentsAreRefused() {
        Trial trial = Trial.of(this);
        Calls calls = Calls.of(trial);
        String id = trial.createOne();
        for (String method : calls.methods()) {
            Map<String, @Nullable Object> good =
                    calls.arguments(method, trial.ada().accountId(), id);
            Map<String, Object> before = calls.everything();
            assertThat(error(trial, method, Plain.with(good, "noSuchArgument", 1)))
                    .as("%s with an argument that it does not have", method)
                    .isEqualTo("invalidArguments");
            assertThat(calls.everything()).as(method).isEqualTo(before);
            for (String name : good.keySet()) {
                error(trial, method, Plain.with(good, name, Map.of("not", List.of("at", "all"))));
                error(trial, method, Plain.with(good, name, null));
            }
        }
    }

    private static String error(Trial trial, String method, Map<String, ? extends @Nullable Object> arguments) {
        Response response =
                trial.ada().request().exactly(method, arguments).send().get(0);
        if (response.error().equals("serverFail") || response.error().equals("serverUnavailable")) {
            fail("%s fails when it is called with %s. Refuse what is wrong with invalidArguments.", method, arguments);
        }
        return response.error();
    }
}
