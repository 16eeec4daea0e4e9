package svc.proto.imap.mailbox;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rights of IMAP (RFC 4314 §2.1) and the rights of JMAP that they stand for (RFC 8621 §2). */
public final class MailboxRights {

    /** All rights. {@code c} stands for {@code kx}, and {@code d} for {@code te} (RFC 4314 §2.1.1). */
    public static final String ALL = "lrswipkxtecda";

    /** The groups of rights that are given and taken together (RFC 4314 §3.7). */
    public static final List<String> TIED = List.of("lr", "s", "w", "i", "p", "k", "x", "c", "te", "d", "a");

    /** The rights of JMAP that each group of rights stands for. The rights of a group are given and taken together. */
    private static final Map<String, List<String>> GROUPS = groups();

    private MailboxRights() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("lr", List.of("mayReadItems"));
        groups.put("s", List.of("maySetSeen"));
        groups.put("w", List.of("maySetKeywords"));
        groups.put("i", List.of("mayAddItems"));
        groups.put("p", List.of("maySubmit"));
        groups.put("k", List.of("mayCreateChild"));
        groups.put("x", List.of("mayRename", "mayDelete"));
        groups.put("te", List.of("mayRemoveItems"));
        groups.put("a", List.of("mayShare"));
        return groups;
    }

    /** Returns the rights of IMAP for rights of JMAP. */
    public static String letters(Collection<String> rights) {
        StringBuilder letters = new StringBuilder();
        GROUPS.forEach((group, needed) -> letters.append(rights.containsAll(needed) ? group : ""));
        if (letters.indexOf("k") >= 0 || letters.indexOf("x") >= 0) {
            letters.append('c');
        }
        if (letters.indexOf("t") >= 0) {
            letters.append('d');
        }
        return letters.toString();
    }

    /** Returns whether rights of JMAP contain the rights {@code l} and {@code r}, which are given together. */
    static boolean mayList(Collection<String> rights) {
        return letters(rights).startsWith("lr");
    }

    /** Returns whether all letters are rights. */
    public static boolean isKnown(String letters) {
        return letters.chars().allMatch(letter -> ALL.indexOf(letter) >= 0);
    }

    /** Returns the rights of JMAP for rights of IMAP. One letter of a group is enough. */
    public static Set<String> names(String letters) {
        String all = letters.replace("c", "kx").replace("d", "te");
        Set<String> names = new TreeSet<>();
        GROUPS.forEach((group, given) -> {
            if (all.chars().anyMatch(letter -> group.indexOf(letter) >= 0)) {
                names.addAll(given);
            }
        });
        return names;
    }
}
