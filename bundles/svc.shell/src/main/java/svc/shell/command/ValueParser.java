package svc.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.config.ByteSize;
import svc.api.operation.OperationException;
import svc.api.operation.Operations.Parameter;

/**
 * Parses a value of the command line by its form: {@code 5}, {@code true}, {@code null}, {@code [a, b]}; otherwise it
 * is a string.
 */
final class ValueParser {

    private static final Pattern LIST = Pattern.compile("\\[(.*)]");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"");

    private ValueParser() {}

    static @Nullable Object of(String text) {
        Matcher list = LIST.matcher(text);
        if (list.matches()) {
            List<@Nullable Object> values = new ArrayList<>();
            for (String part : list.group(1).split(",", -1)) {
                if (!part.isBlank()) {
                    values.add(of(part.strip()));
                }
            }
            return values;
        }
        return single(text);
    }

    private static @Nullable Object single(String text) {
        Matcher quoted = QUOTED.matcher(text);
        if (quoted.matches()) {
            return quoted.group(1);
        } else if (WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        } else if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        return text.equals("null") ? null : text;
    }

    /** Returns the number of bytes of a size such as {@code 2GB}, as a string. */
    static String bytes(Parameter parameter, String text) {
        OptionalLong bytes = ByteSize.parse(text);
        if (bytes.isEmpty()) {
            String what = ByteSize.MUST;
            throw new CommandException(
                    ExitCodes.USAGE,
                    new OperationException(
                            OperationException.Reason.INVALID,
                            "--" + parameter.flag() + " " + what + ", but it is \"" + text + "\".",
                            List.of(new OperationException.FieldError(parameter.name(), what))));
        }
        return Long.toString(bytes.getAsLong());
    }
}
