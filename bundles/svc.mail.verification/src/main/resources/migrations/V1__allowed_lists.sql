-- The domains of mailing lists whose messages a tenant accepts although they fail DMARC.
CREATE TABLE allowed_list (
  domain TEXT NOT NULL,
  tenant TEXT NOT NULL,
  PRIMARY KEY (domain, tenant)
);
