package svc.testkit.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.testkit.engine.generated.PlainValues;

/** A JMAP client that is signed in to one account of a {@link JmapTestServer} or a {@link ServerUnderTest}. */
public final class Client {

    private final Connection connection;
    private final Account account;
    private final Set<String> using;

    Client(Connection connection, Account account, Set<String> using) {
        this.connection = connection;
        this.account = account;
        this.using = using;
    }

    /** Returns a client of the same account that uses these capabilities instead of all offered ones. */
    public Client using(String... urns) {
        return new Client(connection, account, Set.of(urns));
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
        return PlainValues.object(PlainValues.read(connection.session()));
    }

    /**
     * Sends a request in JSON. Returns the response, or the problem document of a rejected request, as plain values.
     */
    public Map<String, @Nullable Object> send(String request) {
        return PlainValues.object(PlainValues.read(connection.send(request.getBytes(StandardCharsets.UTF_8))));
    }

    /** Returns an empty request to which calls can be added. */
    public Request request() {
        return new Request(this, using.isEmpty() ? connection.capabilities() : using);
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

    /** Uploads bytes and returns the id of the blob. */
    public String upload(byte[] bytes) {
        try {
            return connection.upload(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of a blob. */
    public byte[] download(String blobId) {
        try {
            return connection.download(blobId);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the field {@code Authorization} of the client's HTTP requests. */
    public String authorization() {
        return connection.authorization();
    }

    /** Returns the scope of the account, for tests that read or write the store of a {@link JmapTestServer}. */
    public Scope scope() {
        return Scope.account(new ScopeKey(), account.n());
    }
}
