import { spawnSync } from 'node:child_process';

export type Audit =
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'read'; readonly problems: readonly string[] };

interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

const SERIOUS = new Set(['high', 'critical']);

/** Known vulnerabilities of shipped packages, if the registry answers; mirrors often do not. */
export function auditShipped(cwd: string): Audit {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev', '--audit'], {
    cwd,
    encoding: 'utf8',
  });
  return readAudit(stdout);
}

export function readAudit(text: string): Audit {
  const report = parse(text);
  if (report?.vulnerabilities === undefined) return { kind: 'not-offered' };
  const problems = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => SERIOUS.has(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: a known weakness, ${severity}`);
  return { kind: 'read', problems };
}

function parse(text: string): AuditReport | null {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return null;
  }
}
