package svc.mail.domains.proof;

import java.util.List;
import java.util.regex.Pattern;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.mailauth.DomainName;

/** Reads domains that an operator writes. */
public final class DomainText {

    /** Names below the domain, such as that of the proof record, must fit into 253 octets. */
    private static final int LONGEST = 253 - MailDomain.PROOF_LABEL.length();

    /** Labels of letters, digits and hyphens (RFC 5321 §4.1.2). */
    private static final Pattern HOST =
            Pattern.compile("[a-z0-9](?:[a-z0-9-]*[a-z0-9])?" + "(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+");

    private DomainText() {}

    /**
     * Returns a domain in lower case, with A-labels (RFC 5890) and without the last dot.
     *
     * @param field the name of the argument
     * @throws OperationException the text is not a domain
     */
    public static String canonical(String field, String text) {
        DomainName domain = DomainName.of(text.strip());
        if (domain == null
                || domain.text().length() > LONGEST
                || !HOST.matcher(domain.text()).matches()) {
            String what = "must be a domain such as example.org";
            throw new OperationException(
                    Reason.INVALID, field + " " + what + ".", List.of(new FieldError(field, what)));
        }
        return domain.text();
    }
}
