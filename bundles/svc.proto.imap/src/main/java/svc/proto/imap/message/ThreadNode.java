package svc.proto.imap.message;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import svc.proto.imap.response.ResponseWriter;

/**
 * A message in a thread.
 *
 * @param number its message number or UID; 0 for a message that is not there but has several replies
 * @param children the replies in their order
 */
public record ThreadNode(long number, List<ThreadNode> children) {

    /** Writes a THREAD response (RFC 5256 §4). Threads may have any depth. */
    public static void write(ResponseWriter out, List<ThreadNode> threads) throws IOException {
        out.raw(threads.isEmpty() ? "* THREAD" : "* THREAD ");
        Deque<Iterator<ThreadNode>> open = new ArrayDeque<>();
        open.push(threads.iterator());
        while (true) {
            if (!open.getFirst().hasNext()) {
                open.pop();
                if (open.isEmpty()) {
                    break;
                }
                out.raw(")");
                continue;
            }
            out.raw("(");
            open.push(chain(out, open.getFirst().next()).iterator());
        }
        out.end();
    }

    /** Writes messages with a single reply each. Returns the replies of the last one. */
    private static List<ThreadNode> chain(ResponseWriter out, ThreadNode first) throws IOException {
        ThreadNode node = first;
        String before = "";
        while (true) {
            if (node.number > 0) {
                out.raw(before).number(node.number);
                before = " ";
            }
            if (node.children.size() != 1) {
                out.raw(node.children.isEmpty() ? "" : before);
                return node.children;
            }
            node = node.children.get(0);
        }
    }
}
