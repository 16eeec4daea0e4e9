package org.example.keeps;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import svc.api.blob.BlobDeriver;
import svc.api.blob.BlobId;
import svc.api.blob.Derivation;
import svc.api.identity.Account;
import svc.api.job.JobKind;
import svc.api.store.Scope;

/** Finds what a file tells it to find, and writes down what it was asked for. */
public final class Finder implements BlobDeriver {

    private static final Path FOLDER = Path.of("@FOLDER@");

    @Override
    public Derivation derive(Account account, Scope scope, BlobId id, OutputStream out) throws IOException {
        asked("derive " + account.id() + " " + id);
        Properties orders = new Properties();
        try (InputStream in = Files.newInputStream(FOLDER.resolve("orders"))) {
            orders.load(in);
        }
        String[] order = orders.getProperty(id.toString(), "none").split(" ", 2);
        switch (order[0]) {
            case "found":
                out.write(order[1].getBytes(StandardCharsets.UTF_8));
                return new Derivation.Found();
            case "unreadable":
                return new Derivation.OwnerUnreadable(BlobId.parse(order[1]).orElseThrow());
            case "mismatch":
                out.write(1);
                return new Derivation.NoPartMatches(BlobId.parse(order[1]).orElseThrow());
            case "throw":
                throw new IllegalStateException("told to");
            default:
                return new Derivation.NoOwner();
        }
    }

    @Override
    public void reindex(Account account, Scope scope, JobKind.Progress progress) {
        try {
            asked("reindex " + account.id());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void asked(String line) throws IOException {
        Files.writeString(
                FOLDER.resolve("asked"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
