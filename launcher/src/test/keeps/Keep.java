package org.example.keeps;

import svc.api.jmap.type.Default;

/** An object that refers to a blob, which Keep/refer sets. */
public record Keep(@Default("\"\"") String title) {}
