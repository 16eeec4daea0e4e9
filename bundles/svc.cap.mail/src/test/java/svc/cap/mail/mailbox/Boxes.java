package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.Client;

/** Somebody who makes mailboxes beside those that an account begins with. */
record Boxes(MailHome home, Client ada, Map<String, String> roles) {

    Boxes(Path directory) {
        this(new MailHome(directory));
    }

    private Boxes(MailHome home) {
        this(home, home.account("ada"));
    }

    private Boxes(MailHome home, Client ada) {
        this(home, ada, MailHome.roles(ada));
    }

    /** The id of the mailbox that began with a role. */
    String role(String name) {
        return roles.getOrDefault(name, "");
    }

    /** A new mailbox; its id. */
    String make(String name, @Nullable String parent) {
        return ada.create(Mailbox.TYPE, with("name", name, "parentId", parent));
    }

    /** Changes a mailbox. */
    void update(String id, Map<String, @Nullable Object> patch) {
        assertThat(ada.call("Mailbox/set", Map.of("update", Map.of(id, patch)))
                        .done()
                        .object("updated"))
                .containsKey(id);
    }
}
