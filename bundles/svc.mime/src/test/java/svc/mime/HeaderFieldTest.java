package svc.mime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** Tests the forms of header fields (RFC 8621 §4.1.2) with valid and malformed values. */
final class HeaderFieldTest {

    private static HeaderField field(String raw) {
        return HeaderField.of("X", raw);
    }

    private static HeaderField bytes(String latin1) {
        Headers headers = Headers.of(latin1.getBytes(StandardCharsets.ISO_8859_1));
        return headers.fields().get(0);
    }

    @Test
    @Covers("RFC8621 §4.1.2.1")
    void rawFormReturnsTheUnchangedValue() {
        assertThat(bytes("Subject:  a\r\n\tb \r\n\r\n").raw()).isEqualTo("  a\r\n\tb ");
        assertThat(bytes("Subject: a\n b\n").raw()).isEqualTo(" a\n b");
        assertThat(bytes("Subject: a\0b\r\n").raw()).isEqualTo(" ab");
        assertThat(bytes("Subject: \u00c3\u00bc \u00fc\r\n").raw()).isEqualTo(" ü \uFFFD");
        assertThat(bytes("Subject : obsolete\r\n").raw()).isEqualTo(" obsolete");
        assertThat(bytes("Subject : obsolete\r\n").name()).isEqualTo("Subject");
        assertThat(bytes("Subject:").raw()).isEmpty();
    }

    @Test
    void skipsLinesThatAreNotFields() {
        Headers headers =
                Headers.of(Samples.lines("From me Sat Nov 21\nA: 1\njunk\n of two lines\n: nothing\nB: 2\n\nC: 3\n"));

        assertThat(headers.fields()).extracting(HeaderField::name).startsWith("A", "B");
        assertThat(headers.fields().get(1).offset()).isEqualTo(58);
        assertThat(headers.fields().get(1).length()).isEqualTo(6);
    }

    @ParameterizedTest
    @Covers("RFC8621 §4.1.2.2")
    @CsvSource(quoteCharacter = '"', textBlock = """
            "   plain ",                                          "plain "
            " a\r\n b\r\n\tc",                                    "a b\tc"
            " =?utf-8?Q?Gr=C3=BC=C3=9Fe?=",                       Grüße
            " =?ISO-8859-1?q?a_b?= c",                            "a b c"
            " =?utf-8?B?R3LDvA==?= =?utf-8?B?w59l?=",             Grüße
            " =?utf-8?B?R3LDvA==?=\r\n =?iso-8859-1?Q?=DFe?=",    Grüße
            " =?utf-8?Q?=C3?= =?utf-8?Q?=BC?=",                   ü
            " =?utf-8*de?Q?=C3=BC?=",                             ü
            " =?utf-8?Q?=C3?=",                                   "\uFFFD"
            " =?utf-8?Q?a=00=0Db?=",                              ab
            " =?nobody-knows?Q?a?=",                              =?nobody-knows?Q?a?=
            " a=?utf-8?Q?b?=",                                    a=?utf-8?Q?b?=
            " =?utf-8?Q?b?=c",                                    =?utf-8?Q?b?=c
            " =?utf-8?Q?a b?=",                                   =?utf-8?Q?a b?=
            " =?utf-8?X?a?=",                                     =?utf-8?X?a?=
            " =?utf-7?Q?+AOQ-?=",                                 ä
            " =?koi8-r?B?8NLJ18XU?=",                             Привет
            " =?iso-2022-jp?B?GyRCRnxLXBsoQg==?=",                日本
            " =?gb2312?B?xOO6ww==?=",                             你好
            " =?shift_jis?B?k/qWew==?=",                          日本
            " =?ks_c_5601-1987?B?x9GxuQ==?=",                     한국
            " =?utf-8?Q?u=CC=88?=",                               ü
            """)
    void textIsUnfoldedDecodedAndNormal(String raw, String text) {
        String value = raw.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t");
        assertThat(field(value).text()).isEqualTo(text.replace("\\t", "\t").replace("\\uFFFD", "\uFFFD"));
    }

    @Test
    @Covers({"RFC8621 §4.1.2.3", "RFC8621 §4.1.2.4"})
    void parsesTheExampleOfTheSpecification() {
        HeaderField field = field("  \"  James Smythe\" <james@example.com>, Friends:\r\n"
                + "  jane@example.com, =?UTF-8?Q?John_Sm=C3=AEth?=\r\n  <john@example.com>;");
        Address james = new Address("James Smythe", "james@example.com");
        Address jane = new Address(null, "jane@example.com");
        Address john = new Address("John Smîth", "john@example.com");

        assertThat(field.addresses()).containsExactly(james, jane, john);
        assertThat(field.groupedAddresses())
                .containsExactly(
                        new AddressGroup(null, List.of(james)), new AddressGroup("Friends", List.of(jane, john)));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', delimiter = '|', nullValues = "null", textBlock = """
            a@b (Ann)                       | Ann        | a@b
            <a@b> (Ann)                     | Ann        | a@b
            Ann <a@b> (no)                  | Ann        | a@b
            "a \\"b\\" \\\\c" <a@b>         | a "b" \\c  | a@b
            Ann B. C. <a@b>                 | Ann B. C.  | a@b
            a . b @ c . d                   | null       | a.b@c.d
            <@x,@y:a@b>                     | null       | a@b
            "odd one"@b                     | null       | "odd one"@b
            Ann a@b                         | Ann        | a@b
            "Ann, B." a@b                   | Ann, B.    | a@b
            Ann                             | null       | Ann
            Ann Smith                       | null       | Ann Smith
            <a@b                            | null       | a@b
            "Ann <a@b>                      | null       | "Ann <a@b>
            =?utf-8?Q?Smith,_Ann?= <a@b>    | Smith, Ann | a@b
            "=?utf-8?Q?no?=" <a@b>          | =?utf-8?Q?no?= | a@b
            a@[IPv6:1::2]                   | null       | a@[IPv6:1::2]
            用户@例え.jp                      | null       | 用户@例え.jp
            A =?utf-8?Q?=C3=BC?= "b c" <a@b> | A ü b c    | a@b
            """)
    void addressesAreReadAsWellAsCanBe(String raw, @Nullable String name, String email) {
        assertThat(field(' ' + raw).addresses()).containsExactly(new Address(name, email));
    }

    @Test
    void acceptsEmptyGroupsUnfinishedGroupsAndEmptyListEntries() {
        assertThat(field(" undisclosed-recipients:;").groupedAddresses())
                .containsExactly(new AddressGroup("undisclosed-recipients", List.of()));
        assertThat(field(" A: a@b, c@d").addresses()).hasSize(2);
        assertThat(field(" ,, a@b,,c@d ,").addresses()).hasSize(2);
        assertThat(field(" ").addresses()).isEmpty();
    }

    @Test
    @Covers("RFC8621 §4.1.2.5")
    void messageIdsHaveNoBrackets() {
        assertThat(field(" <a@b> (x) <c@d>\r\n <\"e f\"@g>").messageIds()).containsExactly("a@b", "c@d", "\"ef\"@g");
        assertThat(field(" Your message of today <a@b>").messageIds()).containsExactly("a@b");
        assertThat(field(" a@b").messageIds()).containsExactly("a@b");
        assertThat(field(" not an id").messageIds()).isNull();
        assertThat(field("").messageIds()).isNull();
    }

    @ParameterizedTest
    @Covers("RFC8621 §4.1.2.6")
    @CsvSource(delimiter = '|', textBlock = """
            Fri, 21 Nov 1997 09:55:06 -0600           | 1997-11-21T09:55:06-06:00
            21 Nov 1997 09:55:06 -0600                | 1997-11-21T09:55:06-06:00
            Fri, 21 Nov 97 09:55:06 GMT               | 1997-11-21T09:55:06Z
            Fri,21 Nov 1997 9:55 EST                  | 1997-11-21T09:55:00-05:00
            Fri, 21 Nov 1997 09(comment):   55  :  06 -0600 | 1997-11-21T09:55:06-06:00
            Fri, 21 Nov 1997 23:59:60 +0530 (IST)     | 1997-11-21T23:59:59+05:30
            Fri, 21 Nov 1997 09:55:06                 | 1997-11-21T09:55:06Z
            21 Nov 49 09:55:06 A                      | 2049-11-21T09:55:06Z
            21 Nov 1997 09:55:06 -2400                | 1997-11-22T09:55:06Z
            21-Nov-1997 09:55:06 PDT                  | 1997-11-21T09:55:06-07:00
            """)
    void datesAreReadAlsoInObsoleteSyntax(String raw, OffsetDateTime date) {
        assertThat(field(' ' + raw).date()).isEqualTo(date);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "31 Feb 2020 00:00:00 +0000",
                "21 Nov 1997",
                "99 Nov 1997 00:00:00",
                "21 Xyz 1997 00:00:00",
                ":::::::"
            })
    void invalidDatesAreNull(String raw) {
        assertThat(field(' ' + raw).date()).isNull();
    }

    @Test
    @Covers("RFC8621 §4.1.2.7")
    void urlsHaveNoBracketsAndComments() {
        assertThat(field(" <mailto:a@b> (by mail),\r\n <http://x.example/\r\n y>")
                        .urls())
                .containsExactly("mailto:a@b", "http://x.example/y");
        assertThat(field(" NO (closed)").urls()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "asText, Subject, true",
        "asText, LIST-ID, true",
        "asText, From, false",
        "asText, X-Any, true",
        "asText, Received, false",
        "asAddresses, resent-bcc, true",
        "asAddresses, Subject, false",
        "asGroupedAddresses, To, true",
        "asMessageIds, References, true",
        "asMessageIds, To, false",
        "asDate, Resent-Date, true",
        "asDate, From, false",
        "asURLs, List-Post, true",
        "asURLs, Date, false",
        "asRaw, From, true",
        "asAddresses, X-Any, true"
    })
    void aFormIsForTheFieldsThatItIsFor(String form, String field, boolean allowed) {
        assertThat(HeaderForm.of(form).orElseThrow().allows(field)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            Re: Hello                     | Hello
            RE : re[2]: Fwd: Hello        | Hello
            [list] Re: [list] Hello (fwd) | Hello
            [list]                        | [list]
            Fw: [Fwd: Re: Hello]          | Hello
            Hello   world                 | Hello world
            Reply                         | Reply
            ''                            | ''
            Re:                           | ''
            """)
    void theBaseSubjectIsThatOfTheThread(String subject, String base) {
        assertThat(BaseSubject.of(subject)).isEqualTo(base);
    }

    @Test
    @Covers(value = "RFC8621 §3", part = "by what messages belong together")
    void threadKeysConsistOfIdsAndSubject() {
        ThreadKeys one = ThreadKeys.of(Headers.of(Samples.lines("Message-ID: <a@b>\nSubject: Hello  World\n\n")));
        ThreadKeys two = ThreadKeys.of(Headers.of(Samples.lines(
                "Message-ID: <c@d>\nIn-Reply-To: <a@b>\nReferences: <a@b>\nSubject: re: hello world\n\n")));

        assertThat(one.ids()).containsExactly(ThreadKeys.id("a@b"));
        assertThat(two.ids()).containsExactly(ThreadKeys.id("c@d"), ThreadKeys.id("a@b"));
        assertThat(two.subject()).isEqualTo(one.subject());
    }
}
