package svc.launcher.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Random;
import svc.testkit.bundles.MailCalls;

/** Creates, renames and destroys a mailbox, which no session of a {@link Game} selects. */
final class MailboxOperations {

    private static final List<String> NAMES = List.of("Extra1", "Extra2");

    private final Game game;
    private final Random random;

    MailboxOperations(Game game, Random random) {
        this.game = game;
        this.random = random;
    }

    void step() {
        String present = game.model().extra();
        boolean imap = random.nextBoolean();
        String name = NAMES.get(random.nextInt(NAMES.size()));
        if (present.isEmpty()) {
            change((imap ? "CREATE " : "JMAP create ") + name, () -> create(imap, name), model -> model.extra(name));
        } else if (random.nextBoolean()) {
            if (!name.equals(present)) {
                change(
                        (imap ? "RENAME " : "JMAP rename ") + name,
                        () -> rename(imap, present, name),
                        model -> model.rename(present, name));
                game.renamed(present, name);
            }
        } else {
            change(
                    (imap ? "DELETE " : "JMAP destroy ") + present,
                    () -> destroy(imap, present),
                    model -> model.destroy(present));
            game.forget(present);
        }
    }

    private void change(String what, Runnable change, Game.Effect effect) {
        game.change(
                what,
                () -> {
                    change.run();
                    return effect;
                },
                effect);
    }

    private void imap(String command) {
        game.fresh().ok("SELECT INBOX");
        game.fresh().ok(command);
    }

    private String id(String name) {
        String id = game.anyClient().mailboxIds().get(name);
        assertThat(id).as(name).isNotNull();
        return String.valueOf(id);
    }

    private JsonNode set(String arguments) {
        MailCalls user = game.server().user();
        JsonNode response = user.call("Mailbox/set", arguments);
        assertThat(response.toString()).doesNotContain("\"notCreated\":{", "\"notUpdated\":{", "\"notDestroyed\":{");
        return response;
    }

    private void create(boolean imap, String name) {
        if (imap) {
            imap("CREATE " + name);
        } else {
            set("'create':{'k':{'name':'" + name + "'}}");
        }
    }

    private void rename(boolean imap, String from, String to) {
        if (imap) {
            imap("RENAME " + from + " " + to);
        } else {
            set("'update':{'" + id(from) + "':{'name':'" + to + "'}}");
        }
    }

    private void destroy(boolean imap, String name) {
        if (imap) {
            imap("DELETE " + name);
        } else {
            set("'onDestroyRemoveEmails':true,'destroy':['" + id(name) + "']");
        }
    }
}
