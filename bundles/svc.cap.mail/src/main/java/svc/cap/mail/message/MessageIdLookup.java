package svc.cap.mail.message;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.store.Sql;
import svc.mime.ThreadKeys;

/** Finds emails by Message-ID. The search is limited to a fixed number of emails in the threads that contain the id. */
public final class MessageIdLookup {

    private static final int MOST_THREADS = 20;
    private static final int MOST_MESSAGES = 200;

    private MessageIdLookup() {}

    /**
     * Returns the numbers of the emails whose only Message-ID is this one, in ascending order. The id has no angle
     * brackets.
     */
    public static List<Long> find(Sql sql, Json json, String messageId) {
        Set<Long> threads = new TreeSet<>(sql.select(
                "select thread from msgid where account = :account and hash = ? limit ?",
                row -> row.getLong(1),
                ThreadKeys.id(messageId),
                MOST_THREADS));
        List<Long> numbers = sql.selectIn(
                "select n from email where account = :account and thread in (??) order by thread, received, n limit "
                        + MOST_MESSAGES,
                threads,
                row -> row.getLong(1));
        JsonBuffer wanted = json.buffer();
        wanted.beginArray().string(messageId).end();
        byte[] list = wanted.toByteArray();
        Set<Long> found = new TreeSet<>();
        sql.selectIn(
                "select n, summary from email_text where account = :account and n in (??)",
                numbers,
                row -> Arrays.equals(list, new EmailSummary(requireNonNull(row.getBytes(2))).json("messageId"))
                        && found.add(row.getLong(1)));
        return List.copyOf(found);
    }
}
