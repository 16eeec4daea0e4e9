package svc.backup.s3;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.http.client.OutboundResponse;
import svc.backup.api.LimitedInput;

/** Converts error responses of an object storage to exceptions for the operator. Immutable. */
final class S3Errors {

    private static final int LONGEST = 64 * 1_024;
    private static final int LONGEST_CODE = 64;
    private static final int REDIRECTED = 300;
    private static final int REFUSED = 400;
    private static final int FORBIDDEN = 403;

    private final Bucket bucket;

    S3Errors(Bucket bucket) {
        this.bucket = bucket;
    }

    /** Returns the exception for a response, of which it reads the body. */
    S3Exception of(OutboundResponse response) {
        XmlDocument error = body(response);
        String code = printable(error.get("Code"));
        Optional<String> region = response.field("x-amz-bucket-region")
                .or(() -> Optional.of(error.get("Region")))
                .map(S3Errors::printable)
                .filter(name -> !name.isEmpty() && !name.equals(bucket.region()));
        return new S3Exception(response.status(), code, message(response.status(), code, region));
    }

    private String message(int status, String code, Optional<String> region) {
        boolean elsewhere = status >= REDIRECTED && status <= REFUSED;
        if (elsewhere && region.isPresent()) {
            return "The bucket " + bucket.name() + " is in the region " + region.get() + ". Set region = \""
                    + region.get() + "\" in [backup.s3].";
        } else if (code.equals("NoSuchBucket")) {
            return "There is no bucket " + bucket.name() + " at "
                    + bucket.endpoint().origin() + ". Create it with an object lock, or correct [backup] target.";
        } else if (code.equals("RequestTimeTooSkewed")) {
            return "The clock of this machine differs from the clock of the object storage by more than 15 minutes."
                    + " Set the clock of this machine.";
        } else if (status == FORBIDDEN) {
            return "The object storage does not permit the access to " + bucket + " (403 " + code
                    + "). Check the access key in " + Credentials.FILE + " or in the environment, and its rights.";
        } else if (status < REFUSED) {
            return "The object storage redirects to another server (" + status
                    + "). Correct endpoint and region in [backup.s3].";
        }
        return "The object storage " + bucket.endpoint().origin() + " answered " + status
                + (code.isEmpty() ? "" : " " + code) + " for " + bucket
                + ". Try again later, or look the error up in its documentation.";
    }

    private static XmlDocument body(OutboundResponse response) {
        try {
            return XmlDocument.read(new LimitedInput(response.body(), LONGEST));
        } catch (IOException e) {
            return new XmlDocument("", Map.of(), List.of()); // The status says enough.
        }
    }

    private static String printable(String text) {
        String clean = text.replaceAll("[^A-Za-z0-9._-]", "");
        return clean.substring(0, Math.min(clean.length(), LONGEST_CODE));
    }
}
