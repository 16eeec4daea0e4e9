package svc.mail.out.sign;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.mailauth.DkimKey;
import svc.mailauth.DomainName;

/** The operations {@code svc dkim}. */
@Component
public final class DkimOperations implements OperationGroup {

    private final DomainKeys keys;

    @Activate
    public DkimOperations(@Reference DomainKeys keys) {
        this.keys = keys;
    }

    /**
     * A key as it is shown.
     *
     * @param recordName the name of the TXT record
     * @param recordValue the strings of the TXT record
     * @param inDns whether the last lookup found the record; {@code unknown} before the first lookup
     */
    public record KeyView(
            String domain,
            String selector,
            String algorithm,
            String state,
            String since,
            String inDns,
            String recordName,
            List<String> recordValue) {

        static KeyView of(DomainKey key) {
            return new KeyView(
                    key.domain(),
                    key.selector(),
                    key.algorithm(),
                    DomainKey.word(key.state()),
                    key.since().toString(),
                    key.published().map(found -> found ? "yes" : "no").orElse("unknown"),
                    key.name(),
                    DkimKey.strings(key.record()));
        }
    }

    @Operation(command = "dkim list", help = "List the DKIM keys with the TXT records to publish", needs = Needs.STORE)
    public List<KeyView> list(@Help("a domain; all if omitted") @Nullable String domain) {
        List<DomainKey> shown = domain == null ? keys.all() : keys.of(name(domain));
        return shown.stream().map(KeyView::of).toList();
    }

    @Operation(
            command = "dkim rotate",
            help = "Create new DKIM keys, which sign when their records are in DNS",
            needs = Needs.STORE)
    public List<KeyView> rotate(@Positional @Help("a domain of this server") String domain) {
        String name = name(domain);
        if (!keys.isOwn(name)) {
            throw new OperationException(
                    Reason.NOT_FOUND,
                    name + " is not a domain of this server. See svc domain list for the domains of an organization.",
                    List.of(new FieldError("domain", "is not a domain of this server")));
        }
        try {
            return keys.create(name).stream().map(KeyView::of).toList();
        } catch (IOException e) {
            throw new OperationException(
                    Reason.INTERNAL,
                    "The keys could not be written to " + keys.files().path(name) + ": check the folder and the disk.");
        }
    }

    private static String name(String text) {
        DomainName domain = DomainName.of(text.strip());
        if (domain == null) {
            String what = "must be a domain name such as example.org";
            throw new OperationException(
                    Reason.INVALID, "domain " + what + ".", List.of(new FieldError("domain", what)));
        }
        return domain.text();
    }
}
