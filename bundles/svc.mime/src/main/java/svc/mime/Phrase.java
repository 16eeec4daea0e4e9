package svc.mime;

import org.jspecify.annotations.Nullable;

/** Words of an address-list, of which it is not yet known whether they are a name or an address. */
final class Phrase {

    /** As a name: quotes are gone, encoded words decoded. */
    private final StringBuilder name = new StringBuilder();
    /** Atoms at the end of it, which may be encoded words. */
    private final StringBuilder atoms = new StringBuilder();
    /** As an address. */
    private final StringBuilder spec = new StringBuilder();

    private boolean space;
    /** Where the last white space between words of the address is. */
    private int lastSpace = -1;

    /** White space came, or a comment. */
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

    /** White space around the dots and the at sign of an address is obsolete syntax and goes. */
    private void join(String word) {
        boolean glued = word.startsWith("@") || word.startsWith(".") || endsWithJoint();
        if (space && spec.length() > 0 && !glued) {
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

    /** The words as a name; null when there is nothing in it. */
    @Nullable
    String name() {
        endAtoms();
        String text = name.toString().strip();
        return text.isEmpty() ? null : text;
    }

    /** The words as an address. */
    String spec() {
        return spec.toString();
    }

    /** Where the last white space in it is that is not in quotes; -1 when there is none. */
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
