package svc.launcher.agreement;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.launcher.agreement.ImapOperations.Selected;

/** Two sessions of a {@link Game} change different flags of messages at the same time. */
final class ConcurrentOperations {

    private final Game game;
    private final ImapOperations byImap;
    private final Choices choices;

    ConcurrentOperations(Game game, ImapOperations byImap, Choices choices) {
        this.game = game;
        this.byImap = byImap;
        this.choices = choices;
    }

    /** A STORE of a session. */
    private record Store(
            ImapReplica session, Selected selected, String mailbox, String mode, boolean silent, List<String> flags) {

        private String command() {
            return selected.prefix() + "STORE " + selected.set() + " " + mode + "FLAGS" + (silent ? ".SILENT" : "")
                    + " (" + String.join(" ", flags) + ")";
        }

        private void end(String tag) {
            session.end(tag, command(), () -> {
                if (silent) {
                    selected.messages().forEach(message -> MailModel.change(message.flags(), mode, flags));
                }
            });
        }

        private Game.Effect effect() {
            Set<Long> uids = selected.uids();
            return model -> model.store(mailbox, uids, mode, flags);
        }
    }

    void step() {
        List<ImapReplica> sessions = game.twoSessions();
        Optional<Store> first = store(sessions.get(0), List.of("\\Seen", "work"));
        Optional<Store> second = store(sessions.get(1), List.of("\\Flagged", "later"));
        if (first.isPresent() && second.isPresent()) {
            execute(first.get(), second.get());
        }
        sessions.forEach(ImapReplica::settle);
    }

    private Optional<Store> store(ImapReplica session, List<String> flags) {
        return byImap.select(session)
                .map(selected -> new Store(
                        session,
                        selected,
                        session.mailbox(),
                        choices.any(List.of("+", "-")),
                        choices.random().nextBoolean(),
                        choices.some(flags)));
    }

    private void execute(Store first, Store second) {
        Game.Effect effect = first.effect();
        Game.Effect other = second.effect();
        game.change(
                first.mailbox + " " + first.selected.uids() + ": " + first.command() + " at once with " + second.mailbox
                        + " " + second.selected.uids() + ": " + second.command(),
                () -> {
                    String tag = first.session.begin(first.command());
                    String otherTag = second.session.begin(second.command());
                    first.end(tag);
                    second.end(otherTag);
                    return model -> {
                        effect.on(model);
                        other.on(model);
                    };
                },
                model -> {});
    }
}
