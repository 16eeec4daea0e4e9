package svc.admin.operations;

/** Derives the singular of English plurals. */
final class SimilarWords {

    private SimilarWords() {}

    /**
     * Returns the singular. The command line uses it as the name of the flag for one element of a list: for the
     * argument {@code domains}, the user gives {@code --domain} once for each element.
     */
    static String singular(String plural) {
        if (plural.endsWith("ies")) {
            return plural.substring(0, plural.length() - 3) + "y";
        }
        boolean hissing = plural.matches(".*(ss|x|ch|sh|us)es");
        int ending = hissing ? 2 : plural.endsWith("s") ? 1 : 0;
        return plural.substring(0, plural.length() - ending);
    }
}
