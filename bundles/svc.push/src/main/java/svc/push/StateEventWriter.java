package svc.push;

import java.util.Optional;
import svc.api.push.EventStreamProvider.Session;

/** Writes the {@code state} events of a stream (RFC 8620 §7.1). */
final class StateEventWriter implements Session {

    private final ChangeStream stream;
    private final EventSourceFormat text;

    StateEventWriter(ChangeStream stream, EventSourceFormat text) {
        this.stream = stream;
        this.text = text;
    }

    @Override
    public byte[] firstBlock() {
        return stream.sentState().map(EventSourceFormat::begin).orElseGet(EventSourceFormat::comment);
    }

    @Override
    public Optional<byte[]> next() {
        return stream.poll().map(text::state);
    }

    @Override
    public void close() {
        stream.unsubscribe();
    }
}
