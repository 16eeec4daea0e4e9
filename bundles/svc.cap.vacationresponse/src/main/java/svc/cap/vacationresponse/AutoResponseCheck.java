package svc.cap.vacationresponse;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import svc.mime.HeaderField;
import svc.mime.Headers;

/**
 * Decides whether a message may get an automatic response (RFC 3834 §2). Messages of mailing lists, automatic messages,
 * and messages that are not addressed to the account get no response.
 */
final class AutoResponseCheck {

    private static final Pattern MACHINES = Pattern.compile(
            "(?i)(?:mailer-daemon|postmaster|listserv|majordomo|no-?reply|do-?not-?reply|bounces?|owner-.*|.*-owner"
                    + "|.*-request|.*-bounces?)(?:[+=].*)?@.*");
    private static final List<String> OF_LISTS = List.of(
            "List-Id", "List-Help", "List-Subscribe", "List-Unsubscribe", "List-Post", "List-Owner", "List-Archive");
    private static final Set<String> MASSES = Set.of("bulk", "list", "junk");

    private AutoResponseCheck() {}

    /**
     * Returns whether the message may get a response.
     *
     * @param sender the return path
     * @param addresses the addresses of the account
     */
    static boolean is(Headers headers, String sender, List<String> addresses) {
        return !sender.isEmpty()
                && !MACHINES.matcher(sender).matches()
                && addresses.stream().noneMatch(sender::equalsIgnoreCase)
                && word(headers, "Auto-Submitted", "no").allMatch("no"::equals)
                && OF_LISTS.stream().allMatch(name -> headers.last(name) == null)
                && word(headers, "Precedence", "").noneMatch(MASSES::contains)
                && headers.last("X-Auto-Response-Suppress") == null
                && named(headers, addresses);
    }

    private static Stream<String> word(Headers headers, String name, String fallback) {
        HeaderField field = headers.last(name);
        String text = field == null ? fallback : field.raw();
        return Stream.of(text.split("[;(]", 2)[0].strip().toLowerCase(Locale.ROOT));
    }

    /**
     * Returns whether the header contains an address of the account. This is required so that mail to an alias with
     * many members gets no response.
     */
    private static boolean named(Headers headers, List<String> addresses) {
        return Stream.of("To", "Cc", "Bcc", "Resent-To", "Resent-Cc")
                .flatMap(name -> headers.all(name).stream())
                .flatMap(field -> field.addresses().stream())
                .anyMatch(address -> addresses.stream().anyMatch(address.email()::equalsIgnoreCase));
    }
}
