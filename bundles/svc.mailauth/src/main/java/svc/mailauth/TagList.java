package svc.mailauth;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.mailauth.Verdict.VerdictException;

/**
 * A tag-list (RFC 6376 §3.2): the value of a signature field or a key record. Its text has one character for each octet.
 */
final class TagList {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
    private static final Pattern SPACE = Pattern.compile("[ \t\r\n]+");

    private final Map<String, Tag> tags = new LinkedHashMap<>();

    private TagList() {}

    /**
     * A tag.
     *
     * @param value the value without white space around it
     * @param from the position after the equals sign
     * @param end the position of the semicolon, or the end of the text
     */
    record Tag(String value, int from, int end) {}

    /**
     * Parses a tag-list.
     *
     * @param text the text that contains the list up to its end
     * @param from the position at which the list starts
     */
    static TagList parse(String text, int from) throws VerdictException {
        TagList list = new TagList();
        int at = from;
        while (at < text.length()) {
            int end = text.indexOf(';', at);
            end = end < 0 ? text.length() : end;
            if (end < text.length()
                    || list.tags.isEmpty()
                    || !strip(text, at, end).isEmpty()) {
                list.add(text, at, end);
            }
            at = end + 1;
        }
        return list;
    }

    private void add(String text, int from, int end) throws VerdictException {
        int equals = text.indexOf('=', from);
        String name = equals < 0 || equals >= end ? "" : strip(text, from, equals);
        if (!NAME.matcher(name).matches()) {
            throw new VerdictException(Verdict.NEUTRAL, "a tag has no name");
        }
        String value = strip(text, equals + 1, end);
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f)) {
            throw new VerdictException(Verdict.NEUTRAL, "the tag " + name + " contains a control character");
        }
        if (tags.put(name, new Tag(value, equals + 1, end)) != null) {
            throw new VerdictException(Verdict.NEUTRAL, "the tag " + name + " is repeated");
        }
    }

    private static String strip(String text, int from, int end) {
        int first = from;
        int last = end;
        while (first < last && isSpace(text.charAt(first))) {
            first++;
        }
        while (last > first && isSpace(text.charAt(last - 1))) {
            last--;
        }
        return text.substring(first, last);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    /** Returns whether the first tag has this name. */
    boolean startsWith(String name) {
        return !tags.isEmpty() && tags.keySet().iterator().next().equals(name);
    }

    /** Returns a tag; null if it is missing. */
    @Nullable
    Tag tag(String name) {
        return tags.get(name);
    }

    /** Returns the value of a tag; null if it is missing. Octets above 127 are decoded as UTF-8 (RFC 8616 §5). */
    @Nullable
    String value(String name) {
        Tag tag = tags.get(name);
        return tag == null ? null : new String(tag.value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Returns the value of a tag, or a default. */
    String value(String name, String missing) {
        String value = value(name);
        return value == null ? missing : value;
    }

    /** Returns the value of a tag that must be present. */
    String required(String name) throws VerdictException {
        String value = value(name);
        if (value == null) {
            throw new VerdictException(Verdict.NEUTRAL, "the tag " + name + " is missing");
        }
        return value;
    }

    /** Returns the items of a list separated by colons. */
    static List<String> items(String value) {
        return Arrays.stream(value.split(":", -1))
                .map(item -> strip(item, 0, item.length()))
                .toList();
    }

    /** Returns the octets of a base64 value, in which white space is ignored. */
    byte[] base64(String name) throws VerdictException {
        try {
            return Base64.getDecoder().decode(SPACE.matcher(required(name)).replaceAll(""));
        } catch (IllegalArgumentException e) {
            throw new VerdictException(Verdict.NEUTRAL, "the tag " + name + " is not base64");
        }
    }

    /**
     * Returns a decimal number. A number of more than {@code digits} digits counts as infinite (RFC 6376 §3.5).
     *
     * @return the number; -1 if the tag is missing
     */
    long number(String name, int digits) throws VerdictException {
        String value = value(name);
        if (value == null) {
            return -1;
        }
        if (!value.matches("[0-9]+")) {
            throw new VerdictException(Verdict.NEUTRAL, "the tag " + name + " is not a number");
        }
        return value.length() > digits ? Long.MAX_VALUE : Long.parseLong(value);
    }
}
