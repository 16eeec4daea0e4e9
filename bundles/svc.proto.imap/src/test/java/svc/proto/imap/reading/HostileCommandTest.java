package svc.proto.imap.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.reading.Commands.octets;

import java.lang.management.ManagementFactory;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.grammar.NumberSet;

/** Tests that commands that are meant to cost much cost time and memory in proportion to their length. */
final class HostileCommandTest {

    private static final int SHORT = 4_000;
    private static final int LONG = 60 * SHORT;

    /** Four times the proportion, because short times vary. */
    private static final int FACTOR = 60 * 4;

    private static final long GRANULARITY = 20_000_000;

    static Stream<Arguments> repeated() {
        return Stream.of(
                Arguments.of("nested lists", pattern("a SEARCH ", "(", "")),
                Arguments.of("nested NOT", pattern("a SEARCH ", "NOT ", "1")),
                Arguments.of("nested OR", pattern("a SEARCH ", "OR 1 ", "1")),
                Arguments.of("many keys", pattern("a SEARCH ALL", " SEEN", "")),
                Arguments.of("many elements", pattern("a UID FETCH 1", ",2:9", " FLAGS")),
                Arguments.of("a long number", pattern("a FETCH ", "9", " FLAGS")),
                Arguments.of("a long tag", pattern("", "a", " NOOP")),
                Arguments.of("a long atom", pattern("a SELECT ", "a", "")),
                Arguments.of("a long quoted string", pattern("a SELECT \"", "\\\\", "\"")),
                Arguments.of("a quoted string without end", pattern("a SELECT \"", "a", "")),
                Arguments.of("modified UTF-7", pattern("a SELECT \"", "&ZeU- ", "\"")),
                Arguments.of("shifts without end", pattern("a SELECT \"", "&", "\"")),
                Arguments.of("many wildcards", pattern("a LIST \"\" \"", "*%", "\"")),
                Arguments.of("many patterns", pattern("a LIST \"\" (a", " a", ")")),
                Arguments.of("many items", pattern("a FETCH 1 (FLAGS", " FLAGS", ")")),
                Arguments.of("many header fields", pattern("a FETCH 1 BODY[HEADER.FIELDS (a", " a", ")]")),
                Arguments.of("a deep part number", pattern("a FETCH 1 BODY[1", ".1", "]")),
                Arguments.of("many flags", pattern("a STORE 1 FLAGS (a", " a", ")")),
                Arguments.of("many empty literals", pattern("a LOGIN", " {0+}\r\n", "")),
                Arguments.of(
                        "many literals after a long tag", (IntFunction<String>) HostileCommandTest::literalsAfterATag),
                Arguments.of("many messages", pattern("a APPEND a", " {0+}\r\n", "")),
                Arguments.of("spaces at the end", pattern("a NOOP", " ", "")),
                Arguments.of("only braces", pattern("a ", "{", "}")));
    }

    private static String literalsAfterATag(int n) {
        return "a".repeat(n / 2) + " X" + " {0+}\r\n".repeat(n / 16);
    }

    private static IntFunction<String> pattern(String before, String repeated, String after) {
        return n -> before + repeated.repeat(n / repeated.length()) + after;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("repeated")
    void costsTimeInProportionToTheLength(String name, IntFunction<String> text) {
        byte[] shorter = octets(text.apply(SHORT) + "\r\n");
        byte[] longer = octets(text.apply(LONG) + "\r\n");
        for (int i = 0; i < 20; i++) {
            Commands.read(Commands.reader(), shorter);
        }
        long quick = best(shorter);
        long slow = best(longer);
        assertThat(slow).as("nanoseconds, %s for the short one", quick).isLessThan(quick * FACTOR + GRANULARITY);
    }

    private static long best(byte[] command) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            Commands.read(Commands.reader(), command);
            best = Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
        }
        return best;
    }

    @Test
    void keepsALineOfManyUidsAsRanges() {
        StringBuilder line = new StringBuilder("a UID FETCH 1");
        for (int uid = 4; line.length() < 256 * 1_024 - 20; uid += 3) {
            line.append(',').append(uid);
        }
        MessageCommand.Fetch fetch = (MessageCommand.Fetch) ((Step.Complete) Commands.read(line + " FLAGS")).command();
        NumberSet uids = fetch.messages().resolve(1_000_000);
        assertThat(uids.count()).isEqualTo(fetch.messages().elements()).isGreaterThan(35_000);
    }

    @Test
    void neverExpandsARange() {
        MessageCommand.Fetch fetch = (MessageCommand.Fetch)
                Commands.command("FETCH 4294967295:1,*:1,1:*," + "1:4294967295,".repeat(1_000) + "5 FLAGS");
        assertThat(fetch.messages().resolve(7)).isEqualTo(NumberSet.range(1, 4_294_967_295L));
    }
}
