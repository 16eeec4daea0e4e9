package svc.mail.transfer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.blob.OverQuota;
import svc.api.jmap.SetError;
import svc.api.store.Scope;
import svc.api.store.Writing;
import svc.cap.mail.api.MailStore.Box;
import svc.cap.mail.api.MailStore.Filing;
import svc.cap.mail.api.MailStore.Letter;

/** Files the new messages of a portion in one transaction with the rows by which a later run knows them. One thread. */
final class PortionFiling {

    private static final Duration AHEAD = Duration.ofDays(1);

    private final Services services;
    private final Scope scope;
    private final Folders folders;
    private final Tally tally;

    PortionFiling(Services services, Scope scope, Folders folders, Tally tally) {
        this.services = services;
        this.scope = scope;
        this.folders = folders;
        this.tally = tally;
    }

    /** Files what is new of a portion, and counts it. */
    void file(Portion portion) {
        List<Incoming> ready = portion.fresh().stream()
                .filter(message -> message.letter().isPresent())
                .toList();
        try {
            count(write(portion, List.of(), ready), ready);
        } catch (OverQuota | SetError refused) { // of one of them: which, is seen when each goes by itself
            List<Incoming> filed = new ArrayList<>();
            write(portion, filed, List.of());
            for (Incoming message : ready) {
                try {
                    Set<Incoming> went = write(portion, filed, List.of(message));
                    count(went, List.of(message));
                    filed.addAll(went);
                } catch (OverQuota | SetError e) {
                    message.refuse(String.valueOf(e.getMessage()));
                }
            }
        }
    }

    private void count(Set<Incoming> went, List<Incoming> ready) {
        for (Incoming message : ready) {
            if (went.contains(message)) {
                tally.done(Folders.shown(message.folder()), message.draft().size());
            } else {
                message.refuse("its mailbox was removed meanwhile");
                folders.forget();
            }
        }
    }

    /** Which of the messages went in; others have no mailbox any more. */
    private Set<Incoming> write(Portion portion, List<Incoming> before, List<Incoming> messages) {
        return services.store().write(scope, Writing.named("svc.mail.transfer: messages come in", tx -> {
            Set<Long> there = services.mail().mailboxes(tx).stream().map(Box::n).collect(Collectors.toSet());
            List<Incoming> going = messages.stream()
                    .filter(message -> there.contains(message.mailbox()))
                    .toList();
            List<Incoming> all = new ArrayList<>(before);
            all.addAll(going);
            SeenRows.put(tx.sql(), portion.rows(all));
            services.mail().file(tx, going.stream().map(this::filing).toList());
            return Set.copyOf(going);
        }));
    }

    private Filing filing(Incoming message) {
        Letter letter = message.letter().orElseThrow();
        return new Filing(
                letter,
                Set.of(message.mailbox()),
                message.marks().words(),
                Optional.ofNullable(message.marks().received())
                        .filter(this::canBe)
                        .or(() -> letter.received().filter(this::canBe))
                        .orElseGet(services.clock()::now));
    }

    /** What is said of an arrival counts where it can be true. */
    private boolean canBe(Instant received) {
        return !received.isBefore(Instant.EPOCH)
                && !received.isAfter(services.clock().now().plus(AHEAD));
    }
}
