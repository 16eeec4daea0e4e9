package svc.mail.transfer.format;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A message sink that records what a source sends. */
public final class RecordingSink implements MessageSink {

    public final List<Message> messages = new ArrayList<>();
    public final List<List<String>> folders = new ArrayList<>();
    public final List<String> refused = new ArrayList<>();
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();
    private List<String> folder = List.of();
    private Origin origin = new Origin("", "");

    /** A recorded message; its bytes are ISO 8859-1 text. */
    public record Message(List<String> folder, Origin origin, String text, MessageMetadata marks) {}

    @Override
    public void folder(List<String> path) {
        folders.add(path);
    }

    @Override
    public OutputStream begin(List<String> path, Origin from) {
        open.reset();
        folder = path;
        origin = from;
        return open;
    }

    @Override
    public void end(MessageMetadata marks) {
        messages.add(new Message(folder, origin, open.toString(StandardCharsets.ISO_8859_1), marks));
    }

    @Override
    public void drop(String reason) {
        refused.add(origin.file() + " " + origin.at() + ": " + reason);
    }

    @Override
    public void refuse(Origin from, String reason) {
        refused.add(from.file() + " " + from.at() + ": " + reason);
    }

    @Override
    public void advance(long units) {
        // no test checks the progress
    }

    public List<String> texts() {
        return messages.stream().map(Message::text).toList();
    }
}
