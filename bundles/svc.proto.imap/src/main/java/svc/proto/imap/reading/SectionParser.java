package svc.proto.imap.reading;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import svc.proto.imap.command.BodySection;
import svc.proto.imap.command.BodySection.Kind;
import svc.proto.imap.grammar.Chars;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SyntaxException;

/** Parses the section of BODY and BINARY (RFC 9051 §9, section). */
final class SectionParser {

    /** The maximum number of levels of a part number. */
    static final int MOST_LEVELS = 100;

    /** The maximum number of header fields in one section. */
    static final int MOST_FIELDS = 1_000;

    private final Input in;
    private final Arguments arguments;

    SectionParser(Arguments arguments) {
        this.in = arguments.in();
        this.arguments = arguments;
    }

    /** Reads a part number in brackets. */
    BodySection part() throws SyntaxException {
        in.expect('[');
        List<Integer> part = new ArrayList<>();
        if (in.isDigit()) {
            do {
                number(part);
            } while (in.skip('.'));
        }
        in.expect(']');
        return new BodySection(part, Kind.ALL, List.of());
    }

    private void number(List<Integer> part) throws SyntaxException {
        if (part.size() == MOST_LEVELS) {
            throw in.expected("at most " + MOST_LEVELS + " levels of a part");
        }
        int column = in.column();
        int number = (int) in.number("a part number", Integer.MAX_VALUE);
        if (number == 0) {
            throw new SyntaxException("expected a part number above 0", column);
        }
        part.add(number);
    }

    /** Reads a section in brackets. */
    BodySection section() throws SyntaxException {
        in.expect('[');
        List<Integer> part = new ArrayList<>();
        boolean more = in.peek() != ']';
        while (more && in.isDigit()) {
            number(part);
            more = in.skip('.');
        }
        Kind kind = more ? kind(!part.isEmpty()) : Kind.ALL;
        List<String> fields = new ArrayList<>();
        if (kind == Kind.HEADER_FIELDS || kind == Kind.HEADER_FIELDS_NOT) {
            in.space();
            arguments.list(false, () -> field(fields));
        }
        in.expect(']');
        return new BodySection(part, kind, fields);
    }

    private Kind kind(boolean inPart) throws SyntaxException {
        int column = in.column();
        return switch (in.word("a section")) {
            case "HEADER" -> Kind.HEADER;
            case "HEADER.FIELDS" -> Kind.HEADER_FIELDS;
            case "HEADER.FIELDS.NOT" -> Kind.HEADER_FIELDS_NOT;
            case "TEXT" -> Kind.TEXT;
            case "MIME" -> {
                if (!inPart) {
                    throw new SyntaxException("expected a part number before MIME", column);
                }
                yield Kind.MIME;
            }
            default -> throw new SyntaxException("expected HEADER, HEADER.FIELDS, TEXT or MIME", column);
        };
    }

    private void field(List<String> fields) throws SyntaxException {
        if (fields.size() == MOST_FIELDS) {
            throw in.expected("at most " + MOST_FIELDS + " header fields");
        }
        int column = in.column();
        String field = in.text("the name of a header field");
        if (field.isEmpty() || !field.chars().allMatch(c -> c > ' ' && c < 0x7f && c != ':')) {
            throw new SyntaxException("expected the name of a header field", column);
        }
        fields.add(field);
    }

    /** Returns the section as it is named in the response. */
    static String name(BodySection section) {
        String part = section.part().stream().map(String::valueOf).collect(Collectors.joining("."));
        String kind = section.kind() == Kind.ALL ? "" : section.kind().name().replace('_', '.');
        String fields = section.fields().isEmpty()
                ? ""
                : section.fields().stream().map(SectionParser::field).collect(Collectors.joining(" ", " (", ")"));
        return part + (part.isEmpty() || kind.isEmpty() ? "" : ".") + kind + fields;
    }

    private static String field(String name) {
        boolean atom = name.getBytes(StandardCharsets.US_ASCII).length > 0
                && name.chars().allMatch(Chars::isAstring);
        return atom ? name : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
