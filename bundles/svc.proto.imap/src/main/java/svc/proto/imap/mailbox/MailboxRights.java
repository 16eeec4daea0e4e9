package svc.proto.imap.mailbox;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rights of IMAP (RFC 4314 §2.1) and the rights of JMAP that they stand for (RFC 8621 §2). */
public final class MailboxRights {

    /** All rights, in the order of RFC 4314. */
    public static final String ALL = "lrswipkxtea";

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
        return letters.toString();
    }

    /** Returns the rights of JMAP for rights of IMAP. One letter of a group is enough. */
    public static Set<String> names(String letters) {
        Set<String> names = new TreeSet<>();
        GROUPS.forEach((group, given) -> {
            if (letters.chars().anyMatch(letter -> group.indexOf(letter) >= 0)) {
                names.addAll(given);
            }
        });
        return names;
    }

    /** Returns the groups of rights that are given and taken together (RFC 4314 §3.7). */
    public static Set<String> tied() {
        return GROUPS.keySet();
    }
}
