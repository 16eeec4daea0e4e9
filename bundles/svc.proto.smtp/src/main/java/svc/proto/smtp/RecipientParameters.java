package svc.proto.smtp;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import svc.api.delivery.Envelope.Notify;

/**
 * The parameters of RCPT (RFC 3461 §4.1 and §4.2).
 *
 * @param notifications the conditions of notifications
 * @param originalRecipient the original recipient as {@code type;address}, decoded
 */
record RecipientParameters(Set<Notify> notifications, Optional<String> originalRecipient) {

    private static final int LONGEST_ORIGINAL_RECIPIENT = 500;
    private static final Pattern ADDRESS_TYPE = Pattern.compile("[A-Za-z0-9-]{1,32}");

    static RecipientParameters parse(Map<String, String> parameters, Role role) throws RefusedException {
        Set<Notify> notifications = EnumSet.noneOf(Notify.class);
        Optional<String> original = Optional.empty();
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            String name = parameter.getKey();
            if (name.equals("NOTIFY") && role == Role.SUBMISSION) {
                notifications = notifications(parameter.getValue());
            } else if (name.equals("ORCPT") && role == Role.SUBMISSION) {
                original = Optional.of(original(parameter.getValue()));
            } else {
                throw Refusal.UNKNOWN_PARAMETER.with(name);
            }
        }
        return new RecipientParameters(notifications, original);
    }

    private static Set<Notify> notifications(String value) throws RefusedException {
        Set<Notify> notifications = EnumSet.noneOf(Notify.class);
        for (String word : value.split(",", -1)) {
            Notify notify = switch (word.toUpperCase(Locale.ROOT)) {
                case "NEVER" -> Notify.NEVER;
                case "SUCCESS" -> Notify.SUCCESS;
                case "FAILURE" -> Notify.FAILURE;
                case "DELAY" -> Notify.DELAY;
                default -> throw Refusal.INVALID_PARAMETER.with("NOTIFY");
            };
            if (!notifications.add(notify)) {
                throw Refusal.INVALID_PARAMETER.with("NOTIFY");
            }
        }
        if (notifications.contains(Notify.NEVER) && notifications.size() > 1) {
            throw Refusal.INVALID_PARAMETER.with("NOTIFY");
        }
        return notifications;
    }

    private static String original(String value) throws RefusedException {
        int semicolon = value.indexOf(';');
        String type = value.substring(0, Math.max(0, semicolon));
        return PathArgument.decoded(value.substring(semicolon + 1))
                .filter(address -> !address.isEmpty() && value.length() <= LONGEST_ORIGINAL_RECIPIENT)
                .filter(address -> ADDRESS_TYPE.matcher(type).matches())
                .map(address -> type + ";" + address)
                .orElseThrow(() -> Refusal.INVALID_PARAMETER.with("ORCPT"));
    }
}
