package svc.cap.mail;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * An account of the engine in this process, without a search index.
 *
 * @param home the engine
 * @param client the client of the account
 */
public record EngineAccount(MailHome home, Client client) implements AccountUnderTest {

    @Override
    public Response call(String method, Map<String, ? extends @Nullable Object> arguments) {
        return client.call(method, arguments);
    }

    @Override
    public void deliver(List<TestMessage> letters) {
        home.put(client, letters);
    }

    @Override
    public boolean searches() {
        return false;
    }
}
