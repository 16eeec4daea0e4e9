package svc.cap.principals;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Groups.Group;
import svc.api.jmap.Capability;
import svc.api.store.Scope;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

/** The services of this bundle on the engine of the test kit, and a capability whose data can be shared. */
final class PrincipalsServer implements AutoCloseable {

    static final String NOTES = "urn:example:notes";

    final JmapTestServer server = new JmapTestServer(PrincipalSource.class);
    final DirectoryChanges changes = new DirectoryChanges();
    final PrincipalSync sync = new PrincipalSync(server.store(), server.directory(), server.directory(), changes);
    final ShareNotificationTasks notifications =
            new ShareNotificationTasks(server.crossAccountTasks(), server.repositories(), server.json());

    PrincipalsServer() {
        List.of(
                        new PrincipalsCapability(),
                        new OwnerCapability(),
                        new PrincipalSource(sync, server.directory(), server.sessionAccounts(), new PrincipalChanges()),
                        new ShareNotificationType(),
                        notifications,
                        new RepairPrincipalsJob(server.directory(), sync),
                        (Capability) () -> NOTES)
                .forEach(server::register);
    }

    @Override
    public void close() {
        server.close();
    }

    /** Creates an account as the directory of the server does. */
    Client account(String organization, String name) {
        Client client = server.account(organization, name);
        changes.changed(organization, client.account().n());
        return client;
    }

    /** Removes an account. */
    void remove(Client client) {
        server.directory().remove(client.account());
        changes.changed(client.account().organization(), client.account().n());
    }

    /** Creates a group as the directory of the server does. */
    Group group(String organization, String name, Client... members) {
        long n = server.store().write(Scope.system(), tx -> tx.createAccount(organization, "group " + name));
        Set<Long> numbers = new HashSet<>();
        for (Client member : members) {
            numbers.add(member.account().n());
        }
        Group group = new Group(n, organization, name, null, numbers);
        server.directory().put(group);
        changes.changed(organization, n);
        return group;
    }

    /** Returns the names of the principals that a client sees, by id. */
    static Map<String, @Nullable Object> names(Client client) {
        Map<String, @Nullable Object> names = new TreeMap<>();
        client.all("Principal").forEach((id, principal) -> names.put(id, principal.get("name")));
        return names;
    }
}
