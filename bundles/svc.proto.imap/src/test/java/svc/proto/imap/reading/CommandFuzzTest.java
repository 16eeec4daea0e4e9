package svc.proto.imap.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that every mutated command ends in a command, an error or the end of the connection, and never in an exception. */
final class CommandFuzzTest {

    private static final long SEED = 20261126;
    private static final int ROUNDS = 200_000;
    private static final int LONG_ROUNDS = 10_000_000;

    /** Valid commands, with each element of the syntax at least once. */
    private static final List<String> COMMANDS = List.of(
            "a CAPABILITY",
            "a1 LOGIN ann {4}\r\npass",
            "a ID (\"name\" \"x\" \"os\" NIL)",
            "a AUTHENTICATE PLAIN AGFubgBwYXNz",
            "a ENABLE QRESYNC UTF8=ACCEPT",
            "a SELECT \"a b\" (QRESYNC (7 20050715194045000 41,43:211 (1,5 41,50)))",
            "a CREATE &ZeVnLIqe- (USE (\\Sent))",
            "a RENAME {3+}\r\nfoo \"b\\\"c\"",
            "a LIST (SUBSCRIBED RECURSIVEMATCH) \"\" (\"%\" a*) RETURN (STATUS (MESSAGES SIZE) CHILDREN)",
            "a STATUS INBOX (UIDNEXT MESSAGES)",
            "a APPEND Sent (\\Seen $x) \"17-Jul-1996 02:44:25 -0700\" {5}\r\nhello UTF8 (~{3+}\r\nabc)",
            "a UID REPLACE 4 Drafts (\\Draft) {5+}\r\nhello",
            "a UID FETCH 1:*,5 (FLAGS BODY.PEEK[1.2.HEADER.FIELDS (Date \"From\")]<0.100> BINARY.SIZE[1])"
                    + " (CHANGEDSINCE 7 VANISHED PARTIAL -1:-50)",
            "a FETCH 2 ALL",
            "a UID STORE $ (UNCHANGEDSINCE 320162338) -FLAGS.SILENT (\\Deleted $Junk)",
            "a UID SEARCH RETURN (MIN SAVE PARTIAL 1:5) CHARSET UTF-8 OR (SINCE 1-Feb-2026 NOT SEEN) FUZZY TEXT {2}\r\nab",
            "a SEARCH HEADER X-A \"b\" MODSEQ \"/flags/\\\\draft\" all 620 LARGER 5 OLDER 3 UID 1:3 KEYWORD x",
            "a SORT RETURN (COUNT) (REVERSE DATE SUBJECT) UTF-8 ALL",
            "a THREAD REFERENCES UTF-8 1,2,3:*",
            "a UID MOVE 1:3 Trash",
            "a SETQUOTA \"\" (STORAGE 512)",
            "a SETACL INBOX bob +lrs",
            "a GETMETADATA (MAXSIZE 10 DEPTH 1) \"\" (/shared/comment)",
            "a SETMETADATA INBOX (/private/comment ~{3}\r\na\0b)",
            "a NOTIFY SET STATUS (selected (MessageNew (UID) MessageExpunge)) (subtree (a b) NONE)");

    private static final List<String> PIECES = List.of(
            " ",
            "  ",
            "(",
            ")",
            "((((((((",
            "\"",
            "\\",
            "{",
            "}",
            "{5}\r\n",
            "{3+}\r\n",
            "~{2}\r\n",
            "{0}\r\n",
            "{4294967296}\r\n",
            "{99999999999999999999+}\r\n",
            "\r",
            "\n",
            "\r\n",
            "\0",
            "\u00ff",
            "\u00c3\u00a9",
            "*",
            "%",
            "$",
            "*:1",
            "4294967295:1",
            "4294967296",
            "0",
            "9223372036854775807",
            "18446744073709551616",
            ",",
            ":",
            "[",
            "]",
            "<",
            ">",
            "+",
            "-",
            "&",
            "&-",
            "&AAA-",
            "NIL",
            "UID",
            "NOT ",
            "OR ",
            "RETURN (",
            "\\Seen",
            "\\Recent",
            "BODY[",
            "APPEND a ",
            "UTF8 (",
            "inbox",
            ".");

    private final Random random = new Random(SEED);

    @Test
    void readsMutatedCommands() {
        read(ROUNDS);
    }

    @Test
    @Tag("soak")
    void readsManyMutatedCommands() {
        read(LONG_ROUNDS);
    }

    private void read(int rounds) {
        CommandReader reader = Commands.reader();
        int valid = 0;
        for (int i = 0; i < rounds; i++) {
            reader.utf8(random.nextInt(4) == 0);
            String command = mutated();
            Step step;
            try {
                step = Commands.read(reader, Commands.octets(command + "\r\n"));
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("round " + i + ": " + command, e);
            }
            valid += step instanceof Step.Complete ? 1 : 0;
            if (step instanceof Step.Failed failed && failed.reason().column() > command.length() + 3) {
                throw new AssertionError("column " + failed.reason().column() + ": " + command);
            }
            if (reader.isInsideCommand()) {
                // The text ended within a command, or the connection ends.
                reader = Commands.reader();
            }
        }
        assertThat(valid).as("commands that are still valid").isBetween(rounds / 20, rounds / 2);
    }

    private String mutated() {
        StringBuilder command = new StringBuilder(any(COMMANDS));
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(command.length() + 1);
            int end = Math.min(command.length(), at + random.nextInt(5));
            switch (random.nextInt(5)) {
                case 0 -> command.insert(at, any(PIECES));
                case 1 -> command.replace(at, end, any(PIECES));
                case 2 -> command.delete(at, end);
                case 3 -> command.insert(at, (char) random.nextInt(256));
                default -> {
                    String other = any(COMMANDS);
                    command.replace(at, command.length(), other.substring(random.nextInt(other.length())));
                }
            }
        }
        return command.toString();
    }

    private String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    @Test
    void readsRandomOctets() {
        byte[] octets = new byte[64];
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(octets);
            Step step = Commands.reader().line(Arrays.copyOf(octets, random.nextInt(octets.length)));
            assertThat(step).isNotInstanceOf(Step.Complete.class);
        }
    }
}
