package svc.backup.s3;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import svc.backup.api.BackupTarget.StoredObject;

/** The objects of a bucket without an object lock. */
final class PlainObjects implements BucketObjects {

    private static final int NOT_FOUND = 404;

    private final S3Client client;
    private final String prefix;

    PlainObjects(S3Client client, String prefix) {
        this.client = client;
        this.prefix = prefix;
    }

    @Override
    public List<StoredObject> list(String names) throws IOException {
        List<StoredObject> found = new ArrayList<>();
        S3Request first = S3Request.of("GET", "").query("list-type", "2").query("prefix", prefix + names);
        Optional<S3Request> page = Optional.of(first);
        while (page.isPresent()) {
            XmlDocument document = client.document(page.get());
            for (XmlDocument.Row row : document.rows()) {
                if (row.name().equals("Contents")) {
                    found.add(new StoredObject(
                            row.get("Key").substring(prefix.length()), Long.parseLong(row.get("Size"))));
                }
            }
            String token = document.get("NextContinuationToken");
            page = token.isEmpty() ? Optional.empty() : Optional.of(first.query("continuation-token", token));
        }
        found.sort(Comparator.comparing(StoredObject::name));
        return found;
    }

    @Override
    public Optional<String> version(String name) {
        return Optional.empty();
    }

    @Override
    public void delete(String name) throws IOException {
        client.call(S3Request.of("DELETE", prefix + name), NOT_FOUND);
    }

    @Override
    public void sweep() {
        // A deleted object leaves nothing.
    }
}
