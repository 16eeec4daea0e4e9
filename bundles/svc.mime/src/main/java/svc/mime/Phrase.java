package svc.mime;

import org.jspecify.annotations.Nullable;

/**
 * Collects words of an address-list. The text that follows the words decides whether they are a display name or an
 * address; until then, both forms are kept.
 */
final class Phrase {

    /** The words as a name: without quotes, with encoded words decoded. */
    private final StringBuilder name = new StringBuilder();
    /** The last atoms of the name, which may be encoded words. */
    private final StringBuilder atoms = new StringBuilder();
    /** The words as an address. */
    private final StringBuilder spec = new StringBuilder();

    private boolean space;
    /** The position of the last white space between words of the address. */
    private int lastSpace = -1;

    /** Records that white space or a comment precedes the next word. */
    void space() {
        space = true;
    }

    boolean isEmpty() {
        return spec.length() == 0;
    }

    void atom(String word) {
        if (space && (name.length() > 0 || atoms.length() > 0)) {
            atoms.append(' ');
        }
        atoms.append(word);
        join(word);
    }

    void quoted(String content, String written) {
        endAtoms();
        if (space && name.length() > 0) {
            name.append(' ');
        }
        name.append(content);
        join(written);
    }

    /** Appends a word to the address. White space around the dots and the at sign (obsolete syntax) is dropped. */
    private void join(String word) {
        boolean noSpace = word.startsWith("@") || word.startsWith(".") || endsWithJoint();
        if (space && spec.length() > 0 && !noSpace) {
            lastSpace = spec.length();
            spec.append(' ');
        }
        spec.append(word);
        space = false;
    }

    private boolean endsWithJoint() {
        int length = spec.length();
        return length > 0 && (spec.charAt(length - 1) == '@' || spec.charAt(length - 1) == '.');
    }

    private void endAtoms() {
        if (atoms.length() > 0) {
            name.append(EncodedWords.decoded(atoms.toString()));
            atoms.setLength(0);
        }
    }

    /** Returns the words as a name; null if the name is empty. */
    @Nullable
    String name() {
        endAtoms();
        String text = name.toString().strip();
        return text.isEmpty() ? null : text;
    }

    /** Returns the words as an address. */
    String spec() {
        return spec.toString();
    }

    /** Returns the position of the last unquoted white space in the address; -1 without one. */
    int lastSpace() {
        return lastSpace;
    }

    void clear() {
        lastSpace = -1;
        name.setLength(0);
        atoms.setLength(0);
        spec.setLength(0);
        space = false;
    }
}
