package svc.proto.imap.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.proto.imap.message.MessageThreads.Branch;
import svc.proto.imap.message.MessageThreads.ThreadMessage;

/**
 * The links between messages by their references (RFC 5256 §3, steps 1 to 3 of REFERENCES). The cost grows with the
 * number of references, also if the messages form one long chain. Not thread-safe.
 *
 * <p>All messages are linked with their own last reference first, then the other references. The result is the one of the
 * RFC, where a message that has its turn breaks the link that an earlier message made for it.
 */
final class ReferenceLinks {

    /** The maximum number of references of a message that count: the last ones. */
    private static final int MOST_REFERENCES = 1_000;

    private static final int NONE = -1;

    private final List<ThreadMessage> messages;

    /** The numbers of ids: below the number of messages for those of messages, above for ids without a message. */
    private final Map<Long, Integer> ids = new HashMap<>();

    private int[] parents;

    /** Leads to the topmost ancestor in few steps. */
    private int[] tops;

    private int size;

    ReferenceLinks(List<ThreadMessage> messages) {
        this.messages = messages;
        this.size = messages.size();
        this.parents = new int[size];
        this.tops = new int[size];
        for (int i = 0; i < size; i++) {
            parents[i] = NONE;
            tops[i] = i;
            if (messages.get(i).messageId() != 0) {
                ids.putIfAbsent(messages.get(i).messageId(), i);
            }
        }
        for (int i = 0; i < messages.size(); i++) {
            long[] references = messages.get(i).references();
            if (references.length > 0) {
                link(node(references[references.length - 1]), i);
            }
        }
        for (int i = 0; i < messages.size(); i++) {
            linkReferences(i);
        }
    }

    private int node(long id) {
        Integer known = ids.get(id);
        if (known != null) {
            return known;
        }
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, size * 2);
            tops = Arrays.copyOf(tops, size * 2);
        }
        parents[size] = NONE;
        tops[size] = size;
        ids.put(id, size);
        return size++;
    }

    private void linkReferences(int message) {
        long[] references = messages.get(message).references();
        int first = Math.max(0, references.length - MOST_REFERENCES);
        for (int i = first; i + 1 < references.length; i++) {
            int child = node(references[i + 1]);
            // A message without references that has its turn later has no parent after it.
            if (child >= messages.size() || child < message) {
                link(node(references[i]), child);
            }
        }
    }

    private void link(int parent, int child) {
        if (parents[child] == NONE && top(parent) != child) {
            parents[child] = parent;
            tops[child] = parent;
        }
    }

    private int top(int node) {
        int top = node;
        while (tops[top] != top) {
            tops[top] = tops[tops[top]];
            top = tops[top];
        }
        return top;
    }

    /** Returns the messages without parents and, where several messages have the same absent parent, that one. */
    List<Branch> branches() {
        int[] nearest = new int[size];
        Arrays.fill(nearest, NONE);
        List<Branch> found = new ArrayList<>();
        messages.forEach(message -> found.add(new Branch(message)));
        Map<Integer, List<Branch>> orphans = new LinkedHashMap<>();
        for (int i = 0; i < messages.size(); i++) {
            int parent = parents[i] == NONE ? i : present(parents[i], nearest);
            if (parent != i && parent < messages.size()) {
                found.get(parent).replies().add(found.get(i));
            } else {
                orphans.computeIfAbsent(parent, key -> new ArrayList<>()).add(found.get(i));
            }
        }
        found.forEach(Branch::order);
        List<Branch> top = new ArrayList<>();
        for (List<Branch> group : orphans.values()) {
            if (group.size() == 1) {
                top.add(group.get(0));
            } else {
                Branch dummy = new Branch(null);
                dummy.replies().addAll(group);
                dummy.order();
                top.add(dummy);
            }
        }
        return top;
    }

    /** Returns the next ancestor that is a message, or the topmost one. */
    private int present(int node, int[] nearest) {
        int at = node;
        while (at >= messages.size() && nearest[at] == NONE && parents[at] != NONE) {
            at = parents[at];
        }
        int result = at < messages.size() || nearest[at] == NONE ? at : nearest[at];
        for (int i = node; i >= messages.size() && i != result && nearest[i] == NONE; i = parents[i]) {
            nearest[i] = result;
        }
        return result;
    }
}
