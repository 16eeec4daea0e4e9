package svc.json;

/** The open objects and arrays of a writer. A value or name is rejected where JSON does not allow it. */
final class Nesting {

    private static final byte TOP = 0;
    private static final byte ARRAY = 1;
    private static final byte OBJECT = 2;
    private static final byte AFTER_NAME = 3;

    private final byte[] kinds;
    private final boolean[] filled;
    private int depth;

    Nesting(int deepest) {
        kinds = new byte[deepest + 1];
        filled = new boolean[deepest + 1];
    }

    /** Registers a value; returns whether it needs a comma before it. */
    boolean value() {
        if (kinds[depth] == OBJECT) {
            throw new IllegalStateException("a value in an object needs a name before it");
        }
        if (kinds[depth] == AFTER_NAME) {
            kinds[depth] = OBJECT;
            return false;
        }
        if (kinds[depth] == TOP && filled[depth]) {
            throw new IllegalStateException("the value is complete");
        }
        return fill();
    }

    /** Registers a member name; returns whether it needs a comma before it. */
    boolean name() {
        if (kinds[depth] != OBJECT) {
            throw new IllegalStateException("a name is allowed only in an object");
        }
        kinds[depth] = AFTER_NAME;
        return fill();
    }

    private boolean fill() {
        boolean comma = filled[depth];
        filled[depth] = true;
        return comma;
    }

    void enterObject() {
        enter(OBJECT);
    }

    void enterArray() {
        enter(ARRAY);
    }

    private void enter(byte kind) {
        if (depth == kinds.length - 1) {
            throw new IllegalArgumentException("the JSON is nested too deeply");
        }
        depth++;
        kinds[depth] = kind;
        filled[depth] = false;
    }

    /** Ends the innermost object or array; returns whether it is an object. */
    boolean leave() {
        if (kinds[depth] == TOP || kinds[depth] == AFTER_NAME) {
            throw new IllegalStateException("no object or array is open");
        }
        return kinds[depth--] == OBJECT;
    }

    /** Returns whether the next value needs a comma before it. */
    boolean commaNext() {
        return kinds[depth] == ARRAY && filled[depth];
    }

    Nesting copy() {
        Nesting copy = new Nesting(kinds.length - 1);
        copy.become(this);
        return copy;
    }

    void become(Nesting other) {
        depth = other.depth;
        System.arraycopy(other.kinds, 0, kinds, 0, depth + 1);
        System.arraycopy(other.filled, 0, filled, 0, depth + 1);
    }
}
