package svc.search.lucene;

import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;

/**
 * An index as it was at one moment.
 *
 * @param reader of what is in it; empty where there is nothing
 * @param watermark how far it is
 */
record View(Optional<DirectoryReader> reader, Watermark watermark) {

    /** Of an index that is not there. */
    static final View NONE = new View(Optional.empty(), Watermark.NONE);
}
