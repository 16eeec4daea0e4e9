package svc.proto.imap.command;

import java.util.List;
import java.util.Optional;

/**
 * The criteria of a search.
 *
 * @param charset the charset of the texts, as the client named it
 * @param charsetSupported whether the server has this charset; otherwise the answer is {@code NO [BADCHARSET]}
 * @param keys the keys, all of which a message must match
 */
public record SearchProgram(Optional<String> charset, boolean charsetSupported, List<SearchKey> keys) {

    /** Copies the list. */
    public SearchProgram {
        keys = List.copyOf(keys);
    }
}
