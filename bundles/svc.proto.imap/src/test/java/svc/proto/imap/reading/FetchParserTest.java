package svc.proto.imap.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.reading.Commands.command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.PartialRange;

/** Tests the syntax of FETCH. */
final class FetchParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FAST                                    | [FLAGS, INTERNALDATE, RFC822_SIZE]
            all                                     | [FLAGS, INTERNALDATE, RFC822_SIZE, ENVELOPE]
            FULL                                    | [FLAGS, INTERNALDATE, RFC822_SIZE, ENVELOPE, BODY]
            (UID MODSEQ EMAILID THREADID SAVEDATE)  | [UID, MODSEQ, EMAILID, THREADID, SAVEDATE]
            BODYSTRUCTURE                           | [BODYSTRUCTURE]
            (PREVIEW (LAZY) FLAGS)                  | [Preview[lazy=true], FLAGS]
            (PREVIEW FLAGS)                         | [Preview[lazy=false], FLAGS]
            """)
    void readsItemsOfFetch(String items, String expected) {
        assertThat(((MessageCommand.Fetch) command("FETCH 1 " + items)).items()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BODY[]                                  | BODY[]                              | ALL               | false
            BODY.PEEK[HEADER]                       | BODY[HEADER]                        | HEADER            | true
            body.peek[header.fields (Date "From")]  | BODY[HEADER.FIELDS (Date From)]     | HEADER_FIELDS     | true
            BODY[1.2.HEADER.FIELDS.NOT ({1}%X)]     | BODY[1.2.HEADER.FIELDS.NOT (X)]     | HEADER_FIELDS_NOT | false
            BODY[1.MIME]                            | BODY[1.MIME]                        | MIME              | false
            BODY[1.2]<0.100>                        | BODY[1.2]<0>                        | ALL               | false
            BODY[TEXT]<4294967296.4294967295>       | BODY[TEXT]<4294967296>              | TEXT              | false
            RFC822                                  | RFC822                              | ALL               | false
            RFC822.HEADER                           | RFC822.HEADER                       | HEADER            | true
            RFC822.TEXT                             | RFC822.TEXT                         | TEXT              | false
            """)
    void readsBodySections(String item, String name, String kind, boolean peek) {
        Command fetch = command("FETCH 1 " + item.replace("%", "\r\n"));
        assertThat(((MessageCommand.Fetch) fetch).items().get(0)).isInstanceOfSatisfying(FetchItem.Body.class, body -> {
            assertThat(body.name()).isEqualTo(name);
            assertThat(body.section().kind()).hasToString(kind);
            assertThat(body.peek()).isEqualTo(peek);
        });
    }

    @Test
    void readsBinaryAndModifiersOfFetch() {
        MessageCommand.Fetch fetch = (MessageCommand.Fetch)
                command(
                        "UID FETCH 5:*,*:2 (BINARY.PEEK[1.2]<5.6> BINARY[] BINARY.SIZE[3]) (CHANGEDSINCE 7 VANISHED PARTIAL -1:-50)");
        assertThat(fetch.items()).hasSize(3);
        assertThat(((FetchItem.Binary) fetch.items().get(0)).name()).isEqualTo("BINARY[1.2]<5>");
        assertThat(((FetchItem.BinarySize) fetch.items().get(2)).name()).isEqualTo("BINARY.SIZE[3]");
        assertThat(fetch.changedSince()).hasValue(7);
        assertThat(fetch.vanished()).isTrue();
        assertThat(fetch.partial()).contains(new PartialRange(1, 50, true));
        assertThat(fetch.messages()).hasToString("5:*,*:2");
    }
}
