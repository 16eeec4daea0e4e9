package svc.testkit.engine;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.Caller;

/** Somebody who is signed in, and what they send. */
public final class Client {

    private final MemoryEngine engine;
    private final Account account;
    private final Set<String> using;

    Client(MemoryEngine engine, Account account, Set<String> using) {
        this.engine = engine;
        this.account = account;
        this.using = using;
    }

    /** The same account with a client that uses these capabilities, not all that are offered. */
    public Client using(String... urns) {
        return new Client(engine, account, Set.of(urns));
    }

    /** Whose account it is. */
    public Account account() {
        return account;
    }

    /** The id of the own account. */
    public String accountId() {
        return account.id();
    }

    /** The id under which another account is known that shares something. */
    public String sharedBy(Client owner) {
        return "shared:" + owner.accountId();
    }

    /** The session, plain values. */
    public Map<String, @Nullable Object> session() {
        return Plain.object(engine.read(engine.session(caller())));
    }

    /** Sends a request that is JSON; the answer to it, or the problem that it was refused with, as plain values. */
    public Map<String, @Nullable Object> send(String request) {
        return Plain.object(engine.read(engine.answer(caller(), request.getBytes(StandardCharsets.UTF_8))));
    }

    /** A request with several calls. */
    public Request request() {
        return new Request(engine, this, using.isEmpty() ? engine.capabilities() : using);
    }

    /** Sends one call. The {@code accountId} is the own one when the arguments have none. */
    public Response call(String method, Map<String, ? extends @Nullable Object> arguments) {
        return request().call(method, arguments).send().get(0);
    }

    /** Creates an object; its id. */
    public String create(String type, Map<String, ? extends @Nullable Object> properties) {
        Response response =
                call(type + "/set", Map.of("create", Map.of("new", properties))).done();
        if (response.arguments().get("created") == null) {
            throw new AssertionError(
                    "The " + type + " was not created: " + response.arguments().get("notCreated"));
        }
        return Plain.text(response.object("created", "new").get("id"));
    }

    /** An object by its id. */
    public Map<String, @Nullable Object> get(String type, String id) {
        List<@Nullable Object> found = objects(type, List.of(id));
        if (found.isEmpty()) {
            throw new AssertionError("There is no " + type + " " + id);
        }
        return Plain.object(found.get(0));
    }

    /** All objects by their ids. */
    public Map<String, Map<String, @Nullable Object>> all(String type) {
        Map<String, Map<String, @Nullable Object>> all = new LinkedHashMap<>();
        objects(type, null)
                .forEach(object -> all.put(Plain.text(Plain.object(object).get("id")), Plain.object(object)));
        return all;
    }

    private List<@Nullable Object> objects(String type, @Nullable List<String> ids) {
        return call(type + "/get", Plain.with(Map.of(), "ids", ids)).done().list("list");
    }

    /** The state of a type. */
    public String state(String type) {
        return call(type + "/get", Map.of("ids", List.of())).done().text("state");
    }

    Caller caller() {
        return new Caller(account, "test", Caller.Secret.SESSION, "127.0.0.1");
    }
}
