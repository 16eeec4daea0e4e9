package svc.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.AccountUnderTest;
import svc.cap.mail.TestMessage;
import svc.testkit.engine.Response;

/** An account of a server that is killed now and then. Not thread-safe. */
final class ServerAccount implements AccountUnderTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};

    private MailUser user;

    ServerAccount(MailUser user) {
        this.user = user;
    }

    /** Signs in again after a restart of the server. */
    void meet(RunningServer server) {
        SignedIn again = SignedIn.again(server, user.who().email());
        user = new MailUser(again, BlobClient.of(again));
    }

    @Override
    public boolean searches() {
        return true;
    }

    @Override
    public Response call(String method, Map<String, ? extends @Nullable Object> arguments) {
        ObjectNode named = JSON.valueToTree(arguments);
        named.put("accountId", user.who().accountId());
        ObjectNode request = JSON.createObjectNode();
        request.putArray("using")
                .add("urn:ietf:params:jmap:core")
                .add(MailUser.URN)
                .add(MailUser.THREADS);
        request.putArray("methodCalls").addArray().add(method).add(named).add("c");
        try {
            HttpResponse<String> response = user.who().post("/jmap", request.toString());
            if (response.statusCode() != 200) {
                throw new AssertionError(response.statusCode() + " " + response.body());
            }
            JsonNode call =
                    JSON.readTree(response.body()).path("methodResponses").path(0);
            return new Response(call.path(0).asText(), JSON.convertValue(call.path(1), OBJECT), "c");
        } catch (UncheckedIOException | JsonProcessingException e) {
            throw new ServerGone(e);
        }
    }

    @Override
    public void deliver(List<TestMessage> letters) {
        Map<String, Object> emails = new HashMap<>();
        for (TestMessage letter : letters) {
            emails.put("k" + emails.size(), letter.importing(upload(letter)));
        }
        Response answer = call("Email/import", Map.of("emails", emails)).done();
        if (answer.arguments().get("notCreated") != null) {
            throw new AssertionError(answer.toString());
        }
    }

    private String upload(TestMessage letter) {
        try {
            return user.upload(letter.message());
        } catch (UncheckedIOException e) {
            throw new ServerGone(e);
        }
    }
}
