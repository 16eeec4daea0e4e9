package svc.proto.imap.message;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.message.MessageStructureTest.octets;
import static svc.proto.imap.message.MessageStructureTest.parse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.proto.imap.command.BodySection;
import svc.proto.imap.command.BodySection.Kind;

/** Tests which octets a section is. */
final class MessageSectionsTest {

    private static final String MESSAGE = """
            Subject: outer
            Content-Type: multipart/mixed; boundary=a

            --a
            X: 1

            one
            --a
            Content-Type: message/rfc822

            Subject: inner
            Content-Type: multipart/mixed; boundary=b

            --b
            X: 2

            two
            --b
            X: 3

            three
            --b--
            --a
            Content-Type: message/rfc822

            Subject: single

            four
            --a--
            """;

    private static String section(String message, String part, Kind kind) throws IOException {
        byte[] octets = octets(message);
        List<Integer> number = part.isEmpty()
                ? List.of()
                : Stream.of(part.split("\\.")).map(Integer::valueOf).toList();
        return MessageSections.find(parse(octets), new BodySection(number, kind, List.of()))
                .map(found -> new String(octets, (int) found.from(), (int) found.length(), StandardCharsets.UTF_8))
                .map(text -> text.replace("\r\n", "|"))
                .orElse("(none)");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            1, ALL, one
            1, MIME, X: 1||
            1, TEXT, (none)
            1, HEADER, (none)
            1.1, ALL, (none)
            2, MIME, Content-Type: message/rfc822||
            2, HEADER, Subject: inner|Content-Type: multipart/mixed; boundary=b||
            2.1, ALL, two
            2.1, MIME, X: 2||
            2.2, ALL, three
            2.2.1, ALL, (none)
            2.3, ALL, (none)
            3, ALL, Subject: single||four
            3, TEXT, four
            3.1, ALL, four
            3.1.1, ALL, (none)
            3.2, ALL, (none)
            4, ALL, (none)
            '', HEADER, Subject: outer|Content-Type: multipart/mixed; boundary=a||
            """)
    void findsSections(String part, Kind kind, String expected) throws Exception {
        assertThat(section(MESSAGE, part, kind)).isEqualTo(expected);
    }

    @Test
    void findsTheMessageAndItsText() throws Exception {
        assertThat(section(MESSAGE, "", Kind.ALL)).isEqualTo(MESSAGE.replace("\n", "|"));
        assertThat(section(MESSAGE, "", Kind.TEXT)).startsWith("--a|X: 1").endsWith("--a--|");
        assertThat(section("Subject: x\n\ntext\n", "1", Kind.ALL)).isEqualTo("text|");
        assertThat(section("Subject: x\n\ntext\n", "2", Kind.ALL)).isEqualTo("(none)");
        assertThat(section("Subject: x\n\ntext\n", "1.1", Kind.ALL)).isEqualTo("(none)");
    }

    @Test
    void selectsHeaderFields() {
        byte[] header = octets("Date: 1\nsubject: a\n b\nX: 2\nSubject: c\n\n");
        assertThat(MessageSections.select(
                        header, new BodySection(List.of(), Kind.HEADER_FIELDS, List.of("Subject", "Y"))))
                .isEqualTo(octets("subject: a\n b\nSubject: c\n\n"));
        assertThat(MessageSections.select(
                        header, new BodySection(List.of(), Kind.HEADER_FIELDS_NOT, List.of("SUBJECT"))))
                .isEqualTo(octets("Date: 1\nX: 2\n\n"));
        assertThat(MessageSections.select(header, new BodySection(List.of(), Kind.HEADER_FIELDS, List.of("Y"))))
                .isEqualTo(octets("\n"));
    }
}
