package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.store.Sql;
import svc.mime.ThreadKeys;

/** Finds messages by what stands in their Message-ID: in the threads that know the id, of which no more than so much is read. */
final class MessageIds {

    private static final int MOST_THREADS = 20;
    private static final int MOST_MESSAGES = 200;

    private MessageIds() {}

    /** The numbers of the messages that have this id and no other, in their order; without angle brackets. */
    static List<Long> find(Sql sql, Json json, String messageId) {
        Set<Long> threads = new TreeSet<>(sql.select(
                "select thread from msgid where account = :account and hash = ? limit ?",
                row -> row.number(1),
                ThreadKeys.id(messageId),
                MOST_THREADS));
        List<Long> numbers = sql.selectAmong(
                "select n from email where account = :account and thread in (??) order by thread, received, n limit "
                        + MOST_MESSAGES,
                threads,
                row -> row.number(1));
        JsonBuffer wanted = json.buffer();
        wanted.array().text(messageId).end();
        byte[] list = wanted.bytes();
        Set<Long> found = new TreeSet<>();
        sql.selectAmong(
                "select n, summary from email_text where account = :account and n in (??)",
                numbers,
                row -> Arrays.equals(list, new Summary(requireNonNull(row.bytes(2))).json("messageId"))
                        && found.add(row.number(1)));
        return List.copyOf(found);
    }
}
