package svc.proto.imap.name;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the encodings of mailbox names, the patterns of LIST, and flags. */
final class NamesTest {

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "Sent, Sent", "a&b, a&-b", "日本語, &ZeVnLIqe-", "~peter/mail/台北/日本語, '~peter/mail/&U,BTFw-/&ZeVnLIqe-'",
        "Entwürfe, Entw&APw-rfe", "&&, &-&-", "😀x, &2D3eAA-x", "é&ü, &AOk-&-&APw-"
    })
    void convertsModifiedUtf7(String name, String encoded) {
        assertThat(MailboxName.encode(name, false))
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo(encoded);
        assertThat(MailboxName.decode(octets(encoded), false)).contains(name);
        assertThat(MailboxName.decode(octets(name), true)).contains(name);
        assertThat(MailboxName.encode(name, true)).isEqualTo(octets(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&",
                "&ZeVnLIqe",
                "&AGE-",
                "&U/BTFw-",
                "&ZeVnLIqe-&AOk-",
                "&AOl-",
                "&2D0-",
                "&A-",
                "&AO-",
                "&AOk=-",
                "é",
                "a\u0001b",
                "a\u007f",
                "&AOk-&AOk-",
                "&ACY-",
                "&AA0-x&"
            })
    void rejectsOtherFormsOfModifiedUtf7(String encoded) {
        assertThat(MailboxName.decode(octets(encoded), false)).isEmpty();
    }

    @Test
    void rejectsInvalidUtf8AndControlCharacters() {
        assertThat(MailboxName.decode(new byte[] {(byte) 0xc3}, true)).isEmpty();
        assertThat(MailboxName.decode(octets("a\nb"), true)).isEmpty();
        assertThat(MailboxName.decode(octets("a\0"), false)).isEmpty();
    }

    @Test
    void convertsEveryName() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                int c = random.nextInt(3) == 0 ? 0xa0 + random.nextInt(0x20000) : ' ' + random.nextInt(0x5f);
                name.appendCodePoint(Character.isDefined(c) && (c < 0xd800 || c > 0xdfff) ? c : '&');
            }
            String text = name.toString();
            assertThat(ModifiedUtf7.decode(ModifiedUtf7.encode(text))).contains(text);
        }
    }

    @Test
    void knowsTheInboxInUpperAndLowerCase() {
        assertThat(MailboxName.normalized("inBox")).isEqualTo("INBOX");
        assertThat(MailboxName.normalized("inBox/Sub")).isEqualTo("INBOX/Sub");
        assertThat(MailboxName.normalized("Inboxes")).isEqualTo("Inboxes");
        assertThat(MailboxName.normalized("a/inbox")).isEqualTo("a/inbox");
    }

    @Test
    void joinsTheLevelsOfAName() {
        assertThat(MailboxName.ofPath(List.of("a", "b/c"))).isEqualTo("a/b\u2215c");
        assertThat(MailboxName.levels("a/b\u2215c")).containsExactly("a", "b\u2215c");
        assertThat(MailboxName.isCreatable("a/b/")).isTrue();
        for (String name : List.of("", "/", "a//b", "/a", " /b", "a//")) {
            assertThat(MailboxName.isCreatable(name)).as(name).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "*, INBOX, true",
        "%, INBOX, true",
        "%, a/b, false",
        "a/%, a/b, true",
        "a/%, a/b/c, false",
        "a/*, a/b/c, true",
        "a/*, a, false",
        "*b, a/b, true",
        "%b, a/b, false",
        "inbox, INBOX, true",
        "inbox/%, INBOX/x, true",
        "a*c, abc, true",
        "a*c, ac, true",
        "a*c, a/b/c, true",
        "a%c, a/c, false",
        "%/%, a/b, true",
        "%*, a/b, true",
        "*%, a/b, true",
        "a, A, false",
        "'', a, false",
        "'', '', true",
        "*a*b*, xaxbx, true",
        "%%%a, ba, true"
    })
    void matchesPatterns(String pattern, String name, boolean expected) {
        assertThat(MailboxPattern.of("", pattern).matches(name)).isEqualTo(expected);
    }

    @Test
    void matchesLikeARegularExpression() {
        Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            String pattern = text(random, "ab/*%");
            String name = text(random, "ab/");
            String regex = pattern.replace("*", ".*").replace("%", "[^/]*");
            assertThat(MailboxPattern.of("", pattern).matches(name))
                    .as("%s %s", pattern, name)
                    .isEqualTo(Pattern.matches(regex, name));
        }
    }

    private static String text(Random random, String characters) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(7); length > 0; length--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    @Test
    void putsTheReferenceInFrontOfThePattern() {
        assertThat(MailboxPattern.of("a/", "%").matches("a/b")).isTrue();
        assertThat(MailboxPattern.of("in", "box").matches("INBOX")).isTrue();
    }

    @Test
    void findsPatternsThatMatchBelowAName() {
        assertThat(MailboxPattern.of("", "a/%").matchesBelow("a")).isTrue();
        assertThat(MailboxPattern.of("", "%").matchesBelow("a")).isFalse();
        assertThat(MailboxPattern.of("", "*").matchesBelow("a/b")).isTrue();
        assertThat(MailboxPattern.of("", "b/*").matchesBelow("a")).isFalse();
        assertThat(MailboxPattern.of("", "%/%/c").matchesBelow("a")).isTrue();
    }

    @Test
    void matchesAHostilePatternInShortTime() {
        MailboxPattern pattern = MailboxPattern.of("", "*a".repeat(MailboxPattern.LONGEST / 2) + "b");
        assertThat(pattern.matches("a".repeat(2_000))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "\\Seen, $seen",
        "\\ANSWERED, $answered",
        "\\flagged, $flagged",
        "\\Draft, $draft",
        "\\Deleted, \\deleted",
        "$Forwarded, $forwarded",
        "$seen, $seen",
        "x, x",
        "a[b, a[b"
    })
    void mapsFlagsToKeywords(String flag, String keyword) {
        assertThat(MessageFlags.keyword(flag)).contains(keyword);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\\Recent", "\\Foo", "\\", "", "a b", "a*", "a%", "a\"b", "a]b", "(a", "a{", "é", "[label]"})
    void rejectsFlagsThatNoClientCanSet(String flag) {
        assertThat(MessageFlags.keyword(flag)).isEmpty();
    }

    @Test
    void limitsTheLengthOfKeywords() {
        assertThat(MessageFlags.isKeyword("x".repeat(255))).isTrue();
        assertThat(MessageFlags.isKeyword("x".repeat(256))).isFalse();
    }

    @Test
    void namesTheFlagsOfAMessage() {
        assertThat(MessageFlags.names(Set.of("$seen", "$junk", "[label", "a]", "$draft"), true))
                .containsExactly("\\Deleted", "\\Draft", "\\Seen", "$junk");
        assertThat(new MessageFlags(Set.of(), false).isEmpty()).isTrue();
    }
}
