package org.example.contacts;

import svc.api.jmap.type.Default;

/** The object of the type {@code ContactSettings}: for how many days the server remembers a mail of a contact. */
record ContactSettings(@Default("90") int keepDays) {}
