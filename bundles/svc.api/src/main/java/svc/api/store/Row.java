package svc.api.store;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** A row of a result, its columns counted from 1. Valid only during the call that hands it over. */
@ProviderType
public interface Row {

    /** An integer; 0 for null. */
    long number(int column);

    /** A text. */
    @Nullable
    String text(int column);

    /** Bytes. */
    byte @Nullable [] bytes(int column);

    /** Whether there is nothing in it. */
    boolean empty(int column);
}
