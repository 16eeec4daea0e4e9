-- What an operator set while the server ran: it holds over svc.toml, also after the next start. A value is JSON.
CREATE TABLE config_override (
  name   TEXT    PRIMARY KEY,
  value  TEXT    NOT NULL,
  set_at INTEGER NOT NULL
) WITHOUT ROWID;
