package svc.search.lucene;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.LockObtainFailedException;

/** Tells what is wrong with the files of an index from what passes. */
final class Damage {

    private Damage() {}

    /** Whether the index must be built anew: a file is missing, cut or not as it was written. */
    static boolean is(Throwable trouble) {
        if (trouble instanceof AlreadyClosedException || trouble instanceof LockObtainFailedException) {
            return false;
        }
        if (trouble instanceof NoSuchFileException
                || trouble instanceof FileNotFoundException
                || trouble instanceof EOFException
                || trouble instanceof CorruptIndexException) {
            return true;
        }
        if (trouble instanceof FileSystemException) {
            return false;
        }
        return trouble instanceof IOException
                ? trouble.getClass().getName().startsWith("org.apache.lucene.")
                : trouble instanceof RuntimeException;
    }
}
