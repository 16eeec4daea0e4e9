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
import svc.api.blob.BlobExtractor;
import svc.api.blob.BlobId;
import svc.api.blob.ExtractionResult;
import svc.api.identity.Account;
import svc.api.job.JobHandler;
import svc.api.store.Scope;

/** Extracts the blobs that a file names, and logs the requests. */
public final class Finder implements BlobExtractor {

    private static final Path FOLDER = Path.of("@FOLDER@");

    @Override
    public ExtractionResult extract(Account account, Scope scope, BlobId id, OutputStream out) throws IOException {
        asked("derive " + account.id() + " " + id);
        Properties orders = new Properties();
        try (InputStream in = Files.newInputStream(FOLDER.resolve("orders"))) {
            orders.load(in);
        }
        String[] order = orders.getProperty(id.toString(), "none").split(" ", 2);
        switch (order[0]) {
            case "found":
                out.write(order[1].getBytes(StandardCharsets.UTF_8));
                return new ExtractionResult.Extracted();
            case "unreadable":
                return new ExtractionResult.ContainerUnreadable(BlobId.parse(order[1]).orElseThrow());
            case "mismatch":
                out.write(1);
                return new ExtractionResult.PartNotFound(BlobId.parse(order[1]).orElseThrow());
            case "throw":
                throw new IllegalStateException("told to");
            default:
                return new ExtractionResult.NoContainer();
        }
    }

    @Override
    public void reindex(Account account, Scope scope, JobHandler.Progress progress) {
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
