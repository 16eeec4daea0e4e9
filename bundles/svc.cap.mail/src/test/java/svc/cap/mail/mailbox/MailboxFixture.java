package svc.cap.mail.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;

/** A client that creates mailboxes besides the default ones. */
record MailboxFixture(MailHome home, Client ada, Map<String, String> roles) {

    MailboxFixture(Path directory) {
        this(new MailHome(directory));
    }

    private MailboxFixture(MailHome home) {
        this(home, home.account("ada"));
    }

    private MailboxFixture(MailHome home, Client ada) {
        this(home, ada, MailHome.roles(ada));
    }

    /** Returns the id of the default mailbox with a role. */
    String role(String name) {
        return roles.getOrDefault(name, "");
    }

    /** Creates a mailbox. Returns its id. */
    String make(String name, @Nullable String parent) {
        return ada.create(Mailbox.TYPE, with("name", name, "parentId", parent));
    }

    /** Updates a mailbox. */
    void update(String id, Map<String, @Nullable Object> patch) {
        assertThat(ada.call("Mailbox/set", Map.of("update", Map.of(id, patch)))
                        .done()
                        .object("updated"))
                .containsKey(id);
    }
}
