package svc.search.lucene.index;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.LockObtainFailedException;

/** Decides whether an exception means that the files of an index are corrupt. */
public final class IndexCorruption {

    private IndexCorruption() {}

    /** Returns whether the index must be rebuilt: a file is missing, truncated or damaged. */
    public static boolean is(Throwable error) {
        if (error instanceof AlreadyClosedException || error instanceof LockObtainFailedException) {
            return false;
        }
        if (error instanceof NoSuchFileException
                || error instanceof FileNotFoundException
                || error instanceof EOFException
                || error instanceof CorruptIndexException) {
            return true;
        }
        if (error instanceof FileSystemException) {
            return false;
        }
        return error instanceof IOException
                ? error.getClass().getName().startsWith("org.apache.lucene.")
                : error instanceof RuntimeException;
    }
}
