package svc.health;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import svc.mime.Address;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Value;

/**
 * A message to operators about failures of checks.
 *
 * @param host the name of this server
 * @param domain the domain of the sender
 * @param at the time of the round
 */
record NoticeMessage(String host, String domain, List<String> recipients, Instant at, List<Failure> failures) {

    MessageDraft draft() {
        List<Field> fields = List.of(
                new Field("From", new Value.Addresses(List.of(new Address("svc", "postmaster@" + domain)))),
                new Field(
                        "To",
                        new Value.Addresses(recipients.stream()
                                .map(address -> new Address(null, address))
                                .toList())),
                new Field("Subject", new Value.Text(subject())),
                new Field("Auto-Submitted", new Value.Raw(" auto-generated")));
        return new MessageDraft(fields, new Node.Text("text/plain", text()));
    }

    private String subject() {
        long over = failures.stream().filter(Failure::isOver).count();
        long failing = failures.size() - over;
        String first = failing == 1 ? "1 check fails" : failing + " checks fail";
        String second = over == 1 ? "1 failure is over" : over + " failures are over";
        return "svc on " + host + ": " + (over == 0 ? first : failing == 0 ? second : first + ", " + second);
    }

    private String text() {
        return "Health checks of " + host + " at " + at + "\n"
                + section("These checks fail", failure -> !failure.isOver())
                + section("These failures are over", Failure::isOver)
                + "\nThe command `svc doctor` shows the findings of all checks.\n";
    }

    private String section(String title, Predicate<Failure> which) {
        String lines = failures.stream().filter(which).map(NoticeMessage::lines).collect(Collectors.joining("\n"));
        return lines.isEmpty() ? "" : "\n" + title + ":\n\n" + lines;
    }

    private static String lines(Failure failure) {
        String time =
                failure.isOver() ? "from " + failure.begin() + " to " + failure.end() : "since " + failure.begin();
        String remedy =
                failure.isOver() || failure.remedy().isEmpty() ? "" : "  Remedy: " + line(failure.remedy()) + "\n";
        return failure.check() + ", " + time + "\n  " + line(failure.detail()) + "\n" + remedy;
    }

    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
