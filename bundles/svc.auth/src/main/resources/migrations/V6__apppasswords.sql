-- The capability of app passwords has a name of this server's namespace.

UPDATE organization_capability SET urn = 'urn:svc:params:jmap:v2:apppasswords'
  WHERE urn = 'urn:svc:params:jmap:apppasswords';
UPDATE account_grant SET capability = 'urn:svc:params:jmap:v2:apppasswords'
  WHERE capability = 'urn:svc:params:jmap:apppasswords';
