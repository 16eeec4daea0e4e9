package svc.testkit.engine;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.Caller;

/** A JMAP client that is signed in to one account of the {@link JmapTestServer}. */
public final class Client {

    private final JmapTestServer engine;
    private final Account account;
    private final Set<String> using;

    Client(JmapTestServer engine, Account account, Set<String> using) {
        this.engine = engine;
        this.account = account;
        this.using = using;
    }

    /** Returns a client of the same account that uses these capabilities instead of all offered ones. */
    public Client using(String... urns) {
        return new Client(engine, account, Set.of(urns));
    }

    /** Returns the account of the client. */
    public Account account() {
        return account;
    }

    /** Returns the id of the client's own account. */
    public String accountId() {
        return account.id();
    }

    /**
     * Returns the id with which this client addresses the account of {@code owner}, who shares data with this client.
     */
    public String sharedBy(Client owner) {
        return "shared:" + owner.accountId();
    }

    /** Returns the session as plain values. */
    public Map<String, @Nullable Object> session() {
        return PlainValues.object(engine.read(engine.session(caller())));
    }

    /**
     * Sends a request in JSON. Returns the response, or the problem document of a rejected request, as plain values.
     */
    public Map<String, @Nullable Object> send(String request) {
        return PlainValues.object(engine.read(engine.answer(caller(), request.getBytes(StandardCharsets.UTF_8))));
    }

    /** Returns an empty request to which calls can be added. */
    public Request request() {
        return new Request(engine, this, using.isEmpty() ? engine.capabilities() : using);
    }

    /** Sends one call. If the arguments have no {@code accountId}, the id of the client's own account is added. */
    public Response call(String method, Map<String, ? extends @Nullable Object> arguments) {
        return request().call(method, arguments).send().get(0);
    }

    /** Creates an object and returns its id. */
    public String create(String type, Map<String, ? extends @Nullable Object> properties) {
        Response response =
                call(type + "/set", Map.of("create", Map.of("new", properties))).done();
        if (response.arguments().get("created") == null) {
            throw new AssertionError(
                    "The " + type + " was not created: " + response.arguments().get("notCreated"));
        }
        return PlainValues.text(response.object("created", "new").get("id"));
    }

    /** Returns an object by its id. */
    public Map<String, @Nullable Object> get(String type, String id) {
        List<@Nullable Object> found = objects(type, List.of(id));
        if (found.isEmpty()) {
            throw new AssertionError("There is no " + type + " " + id);
        }
        return PlainValues.object(found.get(0));
    }

    /** Returns all objects by their ids. */
    public Map<String, Map<String, @Nullable Object>> all(String type) {
        Map<String, Map<String, @Nullable Object>> all = new LinkedHashMap<>();
        objects(type, null)
                .forEach(object ->
                        all.put(PlainValues.text(PlainValues.object(object).get("id")), PlainValues.object(object)));
        return all;
    }

    private List<@Nullable Object> objects(String type, @Nullable List<String> ids) {
        return call(type + "/get", PlainValues.with(Map.of(), "ids", ids))
                .done()
                .list("list");
    }

    /** Returns the state of a type. */
    public String state(String type) {
        return call(type + "/get", Map.of("ids", List.of())).done().text("state");
    }

    Caller caller() {
        return new Caller(account, "test", Caller.CredentialKind.SESSION, "127.0.0.1");
    }
}
