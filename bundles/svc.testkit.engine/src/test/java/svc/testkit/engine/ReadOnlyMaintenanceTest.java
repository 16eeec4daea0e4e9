package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.api.identity.Access;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.RecordRepository;
import svc.testkit.engine.generated.PlainValues;

/** Tests which calls a read-only maintenance rejects. The contract of /set tests it for every type. */
class ReadOnlyMaintenanceTest {

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private final Client ada = ada();

    private Client ada() {
        engine.register(new Postcard.Postcards());
        return engine.account("one", "ada");
    }

    /** A method that writes twice. The maintenance begins between the two writes. */
    private static final class WriteTwice implements MethodHandler<WriteTwice.Arguments, Map<String, String>> {

        private final JmapTestServer engine;

        WriteTwice(JmapTestServer engine) {
            this.engine = engine;
        }

        record Arguments(String accountId, String id) {}

        @Override
        public String method() {
            return "Postcard/writeTwice";
        }

        @Override
        public String capability() {
            return Postcard.URN;
        }

        @Override
        public Class<Arguments> argumentsType() {
            return Arguments.class;
        }

        @Override
        public Map<String, String> handle(MethodCall call, Arguments arguments) {
            raise(call, arguments);
            engine.maintenance().beginReadOnly();
            raise(call, arguments);
            call.addImplicitCall(
                    "Postcard/set",
                    Map.of("accountId", arguments.accountId(), "create", Map.of("k", Map.of("title", "follows"))));
            return Map.of("accountId", arguments.accountId());
        }

        private void raise(MethodCall call, Arguments arguments) {
            RecordRepository<Postcard> postcards = call.records(Postcard.class);
            engine.store().write(call.scope(arguments.accountId(), Access.WRITE), tx -> {
                Postcard postcard = postcards.find(tx, arguments.id()).orElseThrow();
                postcards.update(tx, arguments.id(), postcard.ranked(postcard.rank() + 1));
                return postcard;
            });
        }
    }

    @Test
    void aWriteThatHasBegunIsCompleted() {
        engine.register(new WriteTwice(engine));
        String id = ada.create("Postcard", Map.of("title", "raised"));
        List<Response> responses = ada.request()
                .call("Postcard/writeTwice", Map.of("id", id))
                .call("Postcard/set", Map.of("create", Map.of("k", Map.of("title", "late"))))
                .call("Postcard/get", Map.of())
                .send();
        assertThat(responses)
                .extracting(Response::method)
                .containsExactly("Postcard/writeTwice", "Postcard/set", "error", "Postcard/get");
        assertThat(responses.get(2).error()).isEqualTo("accountReadOnly");
        assertThat(ada.get("Postcard", id)).containsEntry("rank", 2);
        assertThat(ada.all("Postcard").values())
                .extracting(card -> card.get("title"))
                .containsExactlyInAnyOrder("raised", "follows");
    }

    @Test
    void theErrorNamesTheEndOfTheMaintenance() {
        engine.maintenance().beginReadOnly();
        Response refused = ada.call("Postcard/set", Map.of("create", Map.of("k", Map.of("title", "A"))));
        assertThat(refused.arguments())
                .containsEntry("type", "accountReadOnly")
                .containsEntry(
                        "description",
                        "The server is read-only for maintenance until 2031-02-03T04:05:06Z. Try again later.");
    }

    @Test
    void unknownAccountsAreReportedFirst() {
        engine.maintenance().beginReadOnly();
        Map<String, @Nullable Object> arguments =
                PlainValues.with(Map.of("accountId", "a999999"), "destroy", List.of("p1"));
        assertThat(ada.call("Postcard/set", arguments).error()).isEqualTo("accountNotFound");
    }
}
