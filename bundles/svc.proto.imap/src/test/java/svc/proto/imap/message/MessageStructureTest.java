package svc.proto.imap.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import svc.mime.Headers;
import svc.mime.MessageReader;
import svc.mime.Octets;
import svc.mime.Part;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;

/** Tests ENVELOPE and BODYSTRUCTURE. */
final class MessageStructureTest {

    private static final String EMPTY_EXTENSION = " NIL NIL NIL NIL";

    static Part parse(byte[] message) throws IOException {
        return new MessageReader(ReadLimits.USUAL)
                .read(Octets.of(message), message.length, ReadOptions.STRUCTURE)
                .root();
    }

    static byte[] octets(String message) {
        return message.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] encoded) {
        return new String(encoded, StandardCharsets.UTF_8);
    }

    private static String envelope(String message) throws IOException {
        byte[] octets = octets(message);
        return text(MessageStructure.of(parse(octets), Octets.of(octets)).envelope());
    }

    private static String structure(String message) throws IOException {
        byte[] octets = octets(message);
        return text(MessageStructure.of(parse(octets), Octets.of(octets)).bodyStructure());
    }

    @Test
    void writesTheEnvelopeOfTheExampleInTheRfc() throws Exception {
        assertThat(envelope("""
                Date: Wed, 17 Jul 1996 02:23:25 -0700 (PDT)
                From: Terry Gray <gray@cac.washington.edu>
                Subject: IMAP4rev2 WG mtg summary and minutes
                To: imap@cac.washington.edu
                cc: minutes@CNRI.Reston.VA.US, John Klensin <KLENSIN@MIT.EDU>
                Message-Id: <B27397-0100000@cac.washington.edu>

                text
                """)).isEqualTo("""
                ("Wed, 17 Jul 1996 02:23:25 -0700 (PDT)" "IMAP4rev2 WG mtg summary and minutes" \
                (("Terry Gray" NIL "gray" "cac.washington.edu")) (("Terry Gray" NIL "gray" "cac.washington.edu")) \
                (("Terry Gray" NIL "gray" "cac.washington.edu")) ((NIL NIL "imap" "cac.washington.edu")) \
                ((NIL NIL "minutes" "CNRI.Reston.VA.US")("John Klensin" NIL "KLENSIN" "MIT.EDU")) NIL NIL \
                "<B27397-0100000@cac.washington.edu>")""");
    }

    @Test
    void writesNilForAbsentFieldsAndEmptyStringsForEmptyOnes() throws Exception {
        assertThat(envelope("\ntext")).isEqualTo("(NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)");
        assertThat(envelope("Subject:\nTo: \nFrom: a@b\nSender: \nIn-Reply-To:\n\n"))
                .isEqualTo(
                        "(NIL \"\" ((NIL NIL \"a\" \"b\")) ((NIL NIL \"a\" \"b\")) ((NIL NIL \"a\" \"b\")) NIL NIL NIL"
                                + " \"\" NIL)");
    }

    @Test
    void doesNotDecodeEncodedWords() throws Exception {
        assertThat(envelope("Subject: =?utf-8?Q?caf=C3=A9?= \"x\"\nFrom: =?utf-8?B?w6k=?= =?utf-8?B?w6k=?= <a@b>\n\n"))
                .startsWith(
                        "(NIL \"=?utf-8?Q?caf=C3=A9?= \\\"x\\\"\" ((\"=?utf-8?B?w6k=?= =?utf-8?B?w6k=?=\" NIL \"a\" \"b\"))");
    }

    @Test
    void writesTextOutsideOfAsciiAsLiterals() throws Exception {
        assertThat(envelope("Subject: café\n\n")).startsWith("(NIL {5}\r\ncafé NIL");
    }

    @Test
    void writesGroupsAndUnusualAddresses() throws Exception {
        assertThat(envelope("To: friends: a@b, \"C, D\" <\"c d\"@e>;, f@g\n\n"))
                .contains(
                        " ((NIL NIL \"friends\" NIL)(NIL NIL \"a\" \"b\")(\"C, D\" NIL \"c d\" \"e\")(NIL NIL NIL NIL)"
                                + "(NIL NIL \"f\" \"g\")) ");
        assertThat(envelope("To: undisclosed-recipients:;\n\n"))
                .contains(" ((NIL NIL \"undisclosed-recipients\" NIL)(NIL NIL NIL NIL)) ");
        assertThat(envelope("To: bob, c@d (Carl)\n\n"))
                .contains(" ((NIL NIL \"bob\" \"\")(\"Carl\" NIL \"c\" \"d\")) ");
    }

    @Test
    void writesASimpleText() throws Exception {
        assertThat(structure("Subject: x\n\none\ntwo\nthree"))
                .isEqualTo(
                        "(\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 15 2" + EMPTY_EXTENSION + ")");
        assertThat(structure("Content-Type: text/html; Charset=\"utf-8\"; format=flowed\n"
                        + "Content-Transfer-Encoding: Quoted-Printable\nContent-ID: <1@x>\nContent-Description: a \"b\"\n"
                        + "Content-MD5: Q2h=\nContent-Language: en, de\nContent-Location: http://x/\n"
                        + "Content-Disposition: attachment; filename*=utf-8''%C3%A9\n\n"))
                .isEqualTo("(\"TEXT\" \"HTML\" (\"CHARSET\" \"utf-8\" \"FORMAT\" \"flowed\") \"<1@x>\" \"a \\\"b\\\"\""
                        + " \"QUOTED-PRINTABLE\" 0 0 \"Q2h=\" (\"ATTACHMENT\" (\"FILENAME*\" \"utf-8''%C3%A9\"))"
                        + " (\"en\" \"de\") \"http://x/\")");
    }

    @Test
    void writesNestedMultiparts() throws Exception {
        String message = """
                Content-Type: multipart/mixed; boundary=a

                --a
                Content-Type: multipart/alternative; boundary="b c"

                --b c

                one
                two

                --b c
                Content-Type: text/html

                <p>
                --b c--
                --a
                Content-Type: image/png; name=x.png
                Content-Transfer-Encoding: base64

                AAAA
                --a--
                """;
        assertThat(structure(message)).isEqualTo("""
                (((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 10 2 NIL NIL NIL NIL)\
                (\"TEXT\" \"HTML\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 3 0 NIL NIL NIL NIL)\
                 \"ALTERNATIVE\" (\"BOUNDARY\" \"b c\") NIL NIL NIL)\
                (\"IMAGE\" \"PNG\" (\"NAME\" \"x.png\") NIL NIL \"BASE64\" 4 NIL NIL NIL NIL)\
                 \"MIXED\" (\"BOUNDARY\" \"a\") NIL NIL NIL)""");
        byte[] octets = octets(message);
        assertThat(text(MessageStructure.body(parse(octets), Octets.of(octets))))
                .isEqualTo("""
                (((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 10 2)\
                (\"TEXT\" \"HTML\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 3 0)\
                 \"ALTERNATIVE\")(\"IMAGE\" \"PNG\" (\"NAME\" \"x.png\") NIL NIL \"BASE64\" 4) \"MIXED\")""");
    }

    @Test
    void writesAMessageInsideAMultipart() throws Exception {
        assertThat(structure("""
                Content-Type: multipart/digest; boundary=a

                --a

                Subject: inner

                one
                two
                --a--
                """)).isEqualTo("""
                ((\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 26 \
                (NIL \"inner\" NIL NIL NIL NIL NIL NIL NIL NIL) \
                (\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 8 1 NIL NIL NIL NIL) 3 \
                NIL NIL NIL NIL) \"DIGEST\" (\"BOUNDARY\" \"a\") NIL NIL NIL)""");
    }

    @Test
    void writesAnEncodedMessageAsAnEmptyOne() throws Exception {
        assertThat(structure("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nAAAA\n"))
                .isEqualTo("(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"BASE64\" 6 "
                        + "(NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) (\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL"
                        + " \"7BIT\" 0 0 NIL NIL NIL NIL) 1 NIL NIL NIL NIL)");
    }

    @Test
    void writesAMultipartWithoutParts() throws Exception {
        assertThat(structure("Content-Type: multipart/mixed; boundary=a\n\nno part\n"))
                .as("the body is the text, as for JMAP")
                .isEqualTo(
                        "(\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 9 1" + EMPTY_EXTENSION + ")");
        Part multipart = parse(octets("Content-Type: multipart/mixed; boundary=a\n\n--a\n\nx\n--a--\n"));
        Part empty = new Part(
                null,
                multipart.headers(),
                multipart.header(),
                multipart.body(),
                0,
                null,
                multipart.encoding(),
                multipart.type(),
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                null);
        assertThat(text(MessageStructure.of(empty, Octets.of(new byte[0])).bodyStructure()))
                .isEqualTo("((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 0 0" + EMPTY_EXTENSION
                        + ") \"MIXED\" (\"BOUNDARY\" \"a\") NIL NIL NIL)");
    }

    @Test
    void readsTheHeadersThatAStoredStructureDoesNotHave() throws Exception {
        byte[] message = octets("Subject: x\nContent-Type: text/plain; charset=utf-8\n\ntext\n");
        Part parsed = parse(message);
        Part stored = new Part(
                parsed.id(),
                Headers.of(new byte[0]),
                parsed.header(),
                parsed.body(),
                parsed.size(),
                null,
                parsed.encoding(),
                parsed.type(),
                parsed.charset(),
                null,
                null,
                null,
                null,
                null,
                parsed.parts(),
                null);
        assertThat(MessageStructure.of(stored, Octets.of(message)).bodyStructure())
                .isEqualTo(MessageStructure.of(parsed, Octets.of(message)).bodyStructure());
        assertThat(text(MessageStructure.envelope(stored, Octets.of(message)))).startsWith("(NIL \"x\"");
    }
}
