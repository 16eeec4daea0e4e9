package svc.search.lucene;

import java.io.IOException;

/** Walks through objects that match, in the order of answers: the last first. */
interface Cursor {

    /** Goes to the next; false when there is none. */
    boolean next() throws IOException;

    /** The object. */
    long n();

    /** Its place in the order. */
    long order() throws IOException;
}
