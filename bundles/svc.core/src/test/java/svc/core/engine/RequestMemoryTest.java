package svc.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import svc.api.identity.Account;
import svc.core.Note;
import svc.core.dispatch.RequestErrors;
import svc.testkit.Covers;

/** The memory used by a request grows at most linearly with its size. */
class RequestMemoryTest {

    /** The memory that any request may use. */
    private static final long CONSTANT = 1L << 20;

    /** The memory that all result references of a request may use. */
    private static final long REFERENCES = 64L << 20;

    /** The memory that a request may use per byte, including temporary objects. */
    private static final long FACTOR = 48;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");

    @TestFactory
    @Covers({"ENV-01", "ERR-03"})
    Stream<DynamicTest> aRequestCostsNoMoreThanItsSizeTellsOf() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
        measured(call("Core/echo", "\"a\":1")); // loads classes once
        return hostile().entrySet().stream()
                .map(request -> DynamicTest.dynamicTest(
                        request.getKey(),
                        () -> bounded(
                                request.getValue(), request.getKey().contains("references") ? REFERENCES : CONSTANT)));
    }

    private void bounded(String request, long constant) {
        byte[] body = request.getBytes(StandardCharsets.UTF_8);
        measured(request); // loads the classes for this kind of error once
        long allocated = measured(request);
        assertThat(allocated).as("%,d bytes", body.length).isLessThan(constant + FACTOR * body.length);
    }

    private long measured(String request) {
        byte[] body = request.getBytes(StandardCharsets.UTF_8);
        long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        try {
            bench.engine.run(bench.engine.ready(Bench.caller(ada), body), OutputStream.nullOutputStream());
        } catch (RequestErrors refused) {
            assertThat(bench.engine.problem(refused.members())).hasSizeLessThan(2_000);
        }
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    private Map<String, String> hostile() {
        String account = "\"accountId\":\"" + ada.id() + "\",";
        Map<String, String> hostile = new LinkedHashMap<>();
        hostile.put("arrays in arrays", call("Core/echo", "\"a\":" + "[".repeat(500_000) + "]".repeat(500_000)));
        hostile.put("arrays without an end", "[".repeat(1_000_000));
        hostile.put(
                "objects in objects",
                call("Core/echo", "\"a\":" + "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)));
        hostile.put("as many values as may be", call("Core/echo", "\"a\":[" + list(240_000, i -> "0") + "]"));
        hostile.put("more values than may be", call("Core/echo", "\"a\":[" + list(1_000_000, i -> "0") + "]"));
        hostile.put("empty objects", call("Core/echo", "\"a\":[" + list(240_000, i -> "{}") + "]"));
        hostile.put("one key many times", call("Core/echo", "\"a\":{" + list(120_000, i -> "\"k\":1") + "}"));
        hostile.put("many keys", call("Core/echo", "\"a\":{" + list(120_000, i -> "\"k" + i + "\":1") + "}"));
        hostile.put(
                "keys with one hash", call("Core/echo", "\"a\":{" + list(60_000, RequestMemoryTest::colliding) + "}"));
        hostile.put("a long text", call("Core/echo", "\"a\":\"" + "x".repeat(2_000_000) + "\""));
        hostile.put("a text of escapes", call("Core/echo", "\"a\":\"" + "\\u00e9".repeat(300_000) + "\""));
        hostile.put("a long number", call("Core/echo", "\"a\":" + "9".repeat(500_000)));
        hostile.put("a long fraction", call("Core/echo", "\"a\":0." + "3".repeat(500_000)));
        hostile.put("a huge exponent", call("Core/echo", "\"a\":1e999999999"));
        hostile.put("many URNs", "{\"using\":[" + list(100_000, i -> "\"urn:x:" + i + "\"") + "],\"methodCalls\":[]}");
        hostile.put("many calls", calls(list(50_000, i -> "[\"Core/echo\",{},\"c\"]")));
        hostile.put(
                "many creation ids",
                "{\"using\":[],\"methodCalls\":[],\"createdIds\":{"
                        + list(100_000, i -> "\"k" + i + "\":\"n" + i + "\"") + "}}");
        hostile.put("many ids", call("Note/get", account + "\"ids\":[" + list(100_000, i -> "\"n" + i + "\"") + "]"));
        hostile.put(
                "a long pointer of a patch",
                call("Note/set", account + "\"update\":{\"n1\":{\"keywords" + "/a".repeat(500_000) + "\":1}}"));
        hostile.put(
                "many pointers of a patch",
                call(
                        "Note/set",
                        account + "\"update\":{\"n1\":{" + list(100_000, i -> "\"keywords/k" + i + "\":true") + "}}"));
        hostile.put(
                "a long pointer of a reference",
                calls("[\"Core/echo\",{\"a\":[1]},\"a\"],[\"Core/echo\",{\"#b\":" + reference("a", "/a".repeat(500_000))
                        + "},\"b\"]"));
        hostile.put(
                "stars in a reference",
                calls("[\"Core/echo\",{\"a\":" + "[".repeat(200) + "1" + "]".repeat(200)
                        + "},\"a\"],[\"Core/echo\",{\"#b\":" + reference("a", "/a" + "/*".repeat(200)) + "},\"b\"]"));
        hostile.put(
                "a wide filter",
                call(
                        "Note/query",
                        account + "\"filter\":{\"operator\":\"OR\",\"conditions\":["
                                + list(60_000, i -> "{\"rank\":" + i + "}") + "]}"));
        hostile.put(
                "a filter of many members",
                call("Note/query", account + "\"filter\":{" + list(100_000, i -> "\"x" + i + "\":1") + "}"));
        hostile.put(
                "a deep filter",
                call(
                        "Note/query",
                        account + "\"filter\":" + "{\"operator\":\"NOT\",\"conditions\":[".repeat(200) + "{}"
                                + "]}".repeat(200)));
        hostile.put(
                "a long sort",
                call("Note/query", account + "\"sort\":[" + list(50_000, i -> "{\"property\":\"title\"}") + "]"));
        hostile.put(
                "references that double",
                calls("[\"Core/echo\",{\"a\":\"" + "x".repeat(50) + "\"},\"c0\"],"
                        + list(
                                60,
                                i -> "[\"Core/echo\",{\"#a\":" + reference("c" + i, "") + ",\"#b\":"
                                        + reference("c" + i, "") + "},\"c" + (i + 1) + "\"]")));
        hostile.put(
                "many references in one call",
                calls("[\"Core/echo\",{\"a\":\"" + "x".repeat(500_000) + "\"},\"c\"],[\"Core/echo\",{"
                        + list(30_000, i -> "\"#a" + i + "\":" + reference("c", "")) + "},\"d\"]"));
        hostile.put(
                "references to one large result",
                calls("[\"Core/echo\",{\"a\":\"" + "x".repeat(500_000) + "\"},\"c\"],"
                        + list(60, i -> "[\"Core/echo\",{\"#a\":" + reference("c", "/a") + "},\"d\"]")));
        return hostile;
    }

    private static String reference(String call, String path) {
        return "{\"resultOf\":\"" + call + "\",\"name\":\"Core/echo\",\"path\":\"" + path + "\"}";
    }

    /** Returns strings with the same {@link String#hashCode}. */
    private static String colliding(int i) {
        String bits = Integer.toBinaryString(1 << 16 | i).replace("1", "Aa").replace("0", "BB");
        return "\"" + bits + "\":1";
    }

    private static String list(int size, IntFunction<String> element) {
        return IntStream.range(0, size).mapToObj(element).collect(Collectors.joining(","));
    }

    private static String call(String method, String arguments) {
        return calls("[\"" + method + "\",{" + arguments + "},\"c\"]");
    }

    private static String calls(String calls) {
        return "{\"using\":[" + Note.USING + "],\"methodCalls\":[" + calls + "]}";
    }
}
