package svc.mail.transfer;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Holds what a source hands over. */
final class Taken implements Taker {

    final List<Message> messages = new ArrayList<>();
    final List<List<String>> folders = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();
    private List<String> folder = List.of();
    private Origin origin = new Origin("", "");

    /** A message, its bytes as text of bytes. */
    record Message(List<String> folder, Origin origin, String text, Marks marks) {}

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
    public void end(Marks marks) {
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
        // nobody looks
    }

    List<String> texts() {
        return messages.stream().map(Message::text).toList();
    }
}
