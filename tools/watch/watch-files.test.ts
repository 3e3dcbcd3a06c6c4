import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { ownMetricsIn, readPanels, readRules, RULES_FILE, RULE_TESTS_FILE } from './watch-files.ts';

const PAGE = 'docs/operations/watching.md';
const rules = readRules();
const panels = readPanels();

/** Names of the metrics that the programs register, read from their sources; `npm run watch:drill` reads running programs. */
const registered = new Set(
  globSync('apps/{api,rooms}/src/**/*.ts', { cwd: REPOSITORY })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(REPOSITORY, path), 'utf8');
      const named = (pattern: RegExp, ending: string) =>
        Array.from(text.matchAll(pattern), ([, name]) => `jawhara_${name}${ending}`);
      return [
        ...named(/(?:watch|gauge)\(\s*'(\w+)'/g, ''),
        ...named(/counter\(\s*'(\w+)'/g, '_total'),
        ...named(/seconds\(\s*'(\w+)'/g, '_seconds'),
        ...Array.from(text.matchAll(/# TYPE (jawhara_\w+)/g), ([, name = '']) => name),
      ];
    }),
);

describe('alert rules and dashboards', () => {
  it.each(rules)('the alert rule $name has a section in the operator’s page, and a test case', (rule) => {
    const sections = readFileSync(join(REPOSITORY, PAGE), 'utf8').match(/^## \w+$/gm) ?? [];
    expect(sections).toContain(`## ${rule.name}`);
    expect(rule.runbook).toBe(`${PAGE}#${rule.name.toLowerCase()}`);
    expect(readFileSync(RULE_TESTS_FILE, 'utf8')).toContain(`  - name: ${rule.name}\n`);
    expect(['page', 'ticket']).toContain(rule.severity);
  });

  it('alert rules and dashboards read only metrics that a program has', () => {
    const queries = [...rules.map(({ query }) => query), ...panels.flatMap((panel) => panel.queries)];
    const read = queries.flatMap(ownMetricsIn);
    expect(read.length).toBeGreaterThan(40);
    expect(read.filter((name) => !registered.has(name))).toEqual([]);
    expect(registered.has('jawhara_gone_total')).toBe(false);
  });

  it('every section on alert rules in the operator’s page has an alert rule', () => {
    const sections = readFileSync(join(REPOSITORY, PAGE), 'utf8').match(/^## \w+$/gm) ?? [];
    expect(sections.toSorted()).toEqual(rules.map(({ name }) => `## ${name}`).toSorted());
  });

  it.each([
    ['check', 'rules', RULES_FILE],
    ['test', 'rules', RULE_TESTS_FILE],
  ])('promtool %s %s finds no problem in the alert rules', (...words) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});
