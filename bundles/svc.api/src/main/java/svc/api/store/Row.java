package svc.api.store;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** A result row. Columns are counted from 1. Valid only during the call that receives the row as an argument. */
@ProviderType
public interface Row {

    /** Returns an integer; 0 for null. */
    long getLong(int column);

    /** Returns a string. */
    @Nullable
    String getString(int column);

    /** Returns bytes. */
    byte @Nullable [] getBytes(int column);

    /** Returns whether the column is null. */
    boolean isNull(int column);
}
