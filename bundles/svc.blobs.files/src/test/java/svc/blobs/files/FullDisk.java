package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Path;
import svc.testkit.SetClock;

/** A process whose files may not grow beyond a limit: tries to keep blobs of all sizes, and says what came of it. */
final class FullDisk {

    private FullDisk() {}

    /** Takes the home, and the step and the end of the sizes. */
    public static void main(String[] arguments) throws Exception {
        FileBlobs blobs = FileBlobs.in(Path.of(arguments[0]), new SetClock());
        blobs.begin();
        int step = Integer.parseInt(arguments[1]);
        for (int size = 0; size < Integer.parseInt(arguments[2]); size += step) {
            String end;
            try {
                end = "kept " + Home.keep(blobs, "o1", Home.bytes(size, size));
            } catch (IOException e) {
                end = "refused "
                        + new Home(Path.of(arguments[0]), blobs, new SetClock())
                                .leftOver()
                                .size();
            }
            System.out.println(size + " " + end);
        }
        System.out.flush();
    }
}
