import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';

export interface Panel {
  readonly dashboard: string;
  readonly title: string;
  readonly queries: readonly string[];
}

interface DashboardFile {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const WATCH = join(REPOSITORY, 'deploy/watch');
export const RULES_FILE = join(WATCH, 'rules.yaml');
export const RULE_TESTS_FILE = join(WATCH, 'rules.test.yaml');

export function readPanels(): Panel[] {
  return globSync('dashboards/*.json', { cwd: WATCH }).flatMap((path) => {
    const { panels } = JSON.parse(readFileSync(join(WATCH, path), 'utf8')) as DashboardFile;
    return panels.map(({ title, targets }) => ({
      dashboard: basename(path, '.json'),
      title,
      queries: targets.map(({ expr }) => expr),
    }));
  });
}

export interface Rule {
  readonly name: string;
  readonly query: string;
  readonly severity: string;
  readonly runbook: string;
}

/** The alert rules, read by patterns instead of a YAML library, because the file always has the same form. */
export function readRules(): Rule[] {
  const text = readFileSync(RULES_FILE, 'utf8');
  return text
    .split(/\n {6}- alert: /)
    .slice(1)
    .map((rule) => ({
      name: /^\S+/.exec(rule)?.[0] ?? '',
      query: /expr: >-\n\s+(.*)/.exec(rule)?.[1] ?? '',
      severity: /severity: (\w+)/.exec(rule)?.[1] ?? '',
      runbook: /runbook: (\S+)/.exec(rule)?.[1] ?? '',
    }));
}

/** Names of our own metrics in a query, as the programs define them: without the endings that a histogram's parts have. */
export function ownMetricsIn(query: string): string[] {
  const names = query.match(/\bjawhara_\w+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))];
}

export interface Series {
  readonly metric: string;
  /** Labels that the query selects by. */
  readonly labels: readonly string[];
}

/** The metrics that a query reads, with the names of the labels by which it selects. */
export function seriesIn(query: string): Series[] {
  return Array.from(query.matchAll(/\b((?:jawhara|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g), (found) => ({
    metric: found[1] ?? '',
    labels: Array.from((found[2] ?? '').matchAll(/(\w+)\s*(?:=|!)/g), ([, label = '']) => label),
  }));
}
