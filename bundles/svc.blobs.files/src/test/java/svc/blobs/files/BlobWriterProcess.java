package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import svc.api.blob.BlobStore;
import svc.testkit.SettableWallClock;

/** Stores, replaces and removes blobs in files and changes their keys, until the process is killed. */
final class BlobWriterProcess extends WriterProcess {

    private static final int LARGEST = 400_000;

    private final FileBlobs blobs;

    private BlobWriterProcess(FileBlobs blobs, SettableWallClock clock) {
        super(blobs, clock, LARGEST);
        this.blobs = blobs;
    }

    /** Takes the home and a seed. */
    public static void main(String[] arguments) throws Exception {
        SettableWallClock clock = new SettableWallClock();
        FileBlobs blobs = FileBlobs.in(Path.of(arguments[0]), clock);
        blobs.begin();
        new BlobWriterProcess(blobs, clock).start(Long.parseLong(arguments[1]));
    }

    @Override
    void change(String organization, byte[] bytes, Random random) throws IOException {
        int action = random.nextInt(40);
        if (action == 0 && blobs.folder().organizations().contains(organization)) {
            blobs.rings().rotate(List.of(organization));
            say("rotated");
        } else if (action == 1) {
            blobs.rings().changeMaster();
            say("changed");
        } else if (action < 8) {
            remove(organization, Home.id(bytes));
        } else {
            keep(organization, bytes, random);
        }
    }

    private void keep(String organization, byte[] bytes, Random random) throws IOException {
        try (BlobStore.BlobWriter draft = blobs.newBlob(organization)) {
            try (OutputStream to = draft.out()) {
                int at = 0;
                while (at < bytes.length) {
                    int portion = Math.min(1 + random.nextInt(100_000), bytes.length - at);
                    to.write(bytes, at, portion);
                    at += portion;
                }
            }
            say("kept " + organization + " " + draft.commit());
        }
    }
}
