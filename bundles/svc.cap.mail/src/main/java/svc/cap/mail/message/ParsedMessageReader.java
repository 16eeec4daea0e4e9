package svc.cap.mail.message;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.json.Json;
import svc.api.store.Sql;
import svc.cap.mail.table.EmailRows.Email;
import svc.cap.mail.table.Flags;
import svc.mime.ThreadKeys;

/** Reads stored messages in the form in which they are inserted, so that an email can be created from another one. */
public final class ParsedMessageReader {

    private final StoredThreadKeys keys;

    public ParsedMessageReader(Json json) {
        this.keys = new StoredThreadKeys(json);
    }

    /** Returns the thread keys of messages, by number. */
    public Map<Long, ThreadKeys> threadKeys(Sql sql, Collection<Long> numbers) {
        Map<Long, ThreadKeys> found = new HashMap<>();
        StoredMessage.summaries(sql, numbers).forEach((n, stored) -> found.put(n, keys.of(stored.summary())));
        return found;
    }

    /** Returns the message of an email. */
    public ParsedMessage read(Sql sql, Email email) {
        List<Long> one = List.of(email.n());
        ParsedMessage.Order order = sql.first(
                        "select subject, sender, recipient from email_order where account = :account and n = ?",
                        row -> new ParsedMessage.Order(
                                requireNonNull(row.getString(1)),
                                requireNonNull(row.getString(2)),
                                requireNonNull(row.getString(3))),
                        email.n())
                .orElseThrow();
        List<ParsedMessage.Part> parts = new ArrayList<>();
        sql.selectIn(
                "select hash, path from part where account = :account and n in (??)",
                one,
                row -> parts.add(
                        new ParsedMessage.Part(requireNonNull(row.getBytes(1)), requireNonNull(row.getString(2)))));
        Long sent = email.sent();
        return sql.first(
                        "select blob, summary, structure from email_text where account = :account and n = ?",
                        row -> {
                            byte[] summary = requireNonNull(row.getBytes(2));
                            ThreadKeys of = keys.of(new EmailSummary(summary));
                            return new ParsedMessage(
                                    BlobId.of(requireNonNull(row.getBytes(1))),
                                    email.size(),
                                    sent == null ? null : Instant.ofEpochSecond(sent),
                                    (email.flags() & Flags.ATTACHMENT) != 0,
                                    summary,
                                    requireNonNull(row.getBytes(3)),
                                    of.ids(),
                                    of.subject(),
                                    order,
                                    parts);
                        },
                        email.n())
                .orElseThrow();
    }
}
