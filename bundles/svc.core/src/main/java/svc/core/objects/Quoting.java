package svc.core;

/** What clients sent, made fit to stand in a sentence. */
final class Words {

    private static final int LONGEST = 60;

    private Words() {}

    static String quoted(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return '"' + (plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "…") + '"';
    }
}
