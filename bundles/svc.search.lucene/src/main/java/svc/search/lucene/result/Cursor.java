package svc.search.lucene.result;

import java.io.IOException;

/** Iterates over matching objects in descending order. */
interface Cursor {

    /** Advances to the next object; returns false at the end. */
    boolean next() throws IOException;

    /** Returns the number of the object. */
    long n();

    /** Returns the sort value of the object. */
    long order() throws IOException;
}
