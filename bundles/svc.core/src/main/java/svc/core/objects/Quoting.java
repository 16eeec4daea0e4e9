package svc.core.objects;

/** Quotes client input for error texts: shortens it and replaces control characters. */
public final class Quoting {

    private static final int LONGEST = 60;

    private Quoting() {}

    public static String quoted(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return '"' + (plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "…") + '"';
    }
}
