package svc.launcher.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Constructs of SQL that only SQLite knows, or that PostgreSQL understands differently, each with the form that both
 * understand.
 */
enum SqlRule {
    SCALAR_MIN_MAX("\\b(min|max)\\s*\\((?:[^()]|\\([^()]*\\))*,", "write CASE WHEN a < b THEN a ELSE b END"),
    CONFLICT_WORD("\\bOR\\s+(IGNORE|REPLACE|ABORT|FAIL|ROLLBACK)\\b", "write ON CONFLICT … DO NOTHING or DO UPDATE"),
    SUM_OF_TRUTHS("\\bsum\\s*\\([^()]*(=|<|>)", "write count(CASE WHEN … THEN 1 END)"),
    FUNCTION(
            "\\b(instr|ifnull|iif|hex|total|changes|group_concat|printf|julianday|strftime|last_insert_rowid)\\s*\\(",
            "use coalesce, CASE, replace or substr, RETURNING, or compute the value in Java"),
    GLOB("\\bGLOB\\b", "write a comparison, or filter in Java"),
    ROWID("(?<!WITHOUT\\s)\\browid\\b", "name the columns of the key"),
    LIMIT("\\bLIMIT\\s+-", "leave the LIMIT out"),
    NEWEST("\\bselect\\s+max\\s*\\(\\s*n\\s*\\)\\s+from\\s+\\w+\\s*$", "insert with RETURNING n"),
    UNQUALIFIED(
            "\\bDO\\s+UPDATE\\s+SET\\s+(?:(?!excluded\\.)[^;])*?\\b(\\w+)\\s*=\\s*\\1\\s*[-+|]",
            "write the name of the table before the old value: SET n = table.n + 1");

    private final Pattern pattern;
    private final String form;

    SqlRule(String pattern, String form) {
        this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
        this.form = form;
    }

    /** Returns what a text must do otherwise. */
    static List<String> problems(String sql) {
        List<String> problems = new ArrayList<>();
        for (SqlRule rule : values()) {
            var found = rule.pattern.matcher(sql);
            if (found.find()) {
                problems.add("\"" + found.group().strip() + "\": " + rule.form);
            }
        }
        return problems;
    }
}
