package org.example.keeps;

import svc.api.jmap.Default;

/** Something that refers to a blob; which one is said by Keep/refer. */
public record Keep(@Default("\"\"") String title) {}
