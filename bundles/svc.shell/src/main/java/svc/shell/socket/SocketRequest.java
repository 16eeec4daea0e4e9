package svc.shell.socket;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import svc.shell.socket.Frames.Garbled;

/**
 * The request of a client.
 *
 * @param mode one of the modes of {@link Frames}
 * @param directory the working directory of the client
 * @param words the words of the command
 */
record SocketRequest(String mode, Path directory, List<String> words) {

    private static final int MOST_WORDS = 1_000;

    static SocketRequest of(ByteBuffer content) throws Garbled {
        List<String> texts = new ArrayList<>();
        try {
            while (content.hasRemaining() && texts.size() <= MOST_WORDS) {
                int length = content.getInt();
                if (length < 0 || length > content.remaining()) {
                    throw new Garbled("a text that is longer than its frame");
                }
                texts.add(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(content.slice(content.position(), length))
                        .toString());
                content.position(content.position() + length);
            }
            if (texts.size() < 2 || content.hasRemaining()) {
                throw new Garbled("a request with too few or too many words");
            }
            Path directory = Path.of(texts.get(1));
            if (!directory.isAbsolute()) {
                throw new Garbled("a directory that is not absolute");
            }
            return new SocketRequest(texts.get(0), directory, List.copyOf(texts.subList(2, texts.size())));
        } catch (BufferUnderflowException | CharacterCodingException | InvalidPathException e) {
            throw new Garbled("a request that is cut short or no text");
        }
    }
}
