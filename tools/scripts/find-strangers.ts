import { createHash } from 'node:crypto';
import { SCRIPT_INVENTORY } from '../../apps/web/build/scripts/script-inventory.ts';
import { sha384Of, type ScriptRecord } from '../../apps/web/build/scripts/script-record.ts';

export interface ServedSite {
  /** Paths of the pages. */
  readonly pages: readonly string[];
  /** The content served under a path, or null. */
  readonly read: (path: string) => Promise<string | null>;
}

interface Tag {
  readonly attributes: string;
  readonly text: string;
}

const attribute = (text: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*["']?([^"'\\s>]+)`, 'i').exec(text)?.[1] ?? null;

function scriptTags(html: string): Tag[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)].map((found) => ({
    attributes: found[1] ?? '',
    text: found[2] ?? '',
  }));
}

/**
 * Code in a page that would run without a script tag: `onclick=`, `javascript:`. The content policy blocks it, and it is
 * reported.
 */
function hiddenScripts(html: string): string[] {
  const outside = html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '');
  return [...outside.matchAll(/<[^>]+\s(on[a-z]+\s*=|(?:href|src)\s*=\s*["']?\s*javascript:)/gi)].map(
    (found) => found[1] ?? '',
  );
}

function strangersIn(path: string, html: string, record: ScriptRecord): string[] {
  const problems = hiddenScripts(html).map((what) => `${path}: a script in an attribute, ${what}`);
  for (const { attributes, text } of scriptTags(html)) {
    const source = attribute(attributes, 'src');
    if (source === null) {
      const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
      if (!record.inline.includes(hash)) problems.push(`${path}: an inline script nobody named, ${hash}`);
    } else if (!(source.replace(/^\//, '') in record.files)) {
      problems.push(`${path}: the script ${source} is not of this build`);
    }
  }
  const fetched = [...html.matchAll(/<link\b[^>]*\brel\s*=\s*["']?modulepreload[^>]*>/gi)];
  for (const [tag] of fetched) {
    const source = attribute(tag, 'href') ?? '';
    if (!(source.replace(/^\//, '') in record.files))
      problems.push(`${path}: the script ${source} is not of this build`);
  }
  return problems;
}

/** Scripts on the pages that are not in the build's record, or differ from it. */
export async function findStrangers(site: ServedSite, record: ScriptRecord): Promise<string[]> {
  const problems: string[] = [];
  for (const path of site.pages) {
    const html = await site.read(path);
    problems.push(...(html === null ? [`${path}: no page`] : strangersIn(path, html, record)));
  }
  for (const [file, { sha384 }] of Object.entries(record.files)) {
    const content = await site.read(`/${file}`);
    if (content === null) problems.push(`/${file}: not there`);
    else if (sha384Of(content) !== sha384) problems.push(`/${file}: is not what the build made`);
  }
  return problems;
}

/** Scripts and packages of the build that the inventory does not list, and entries of the inventory that the build lacks. */
export function findUnnamed(record: ScriptRecord): string[] {
  const named = new Set<string>(Object.keys(SCRIPT_INVENTORY.packages));
  const held = new Set(Object.values(record.files).flatMap(({ packages }) => packages));
  const roots = Object.keys(record.files).filter((file) => !file.startsWith('assets/'));
  const files = new Set<string>(Object.keys(SCRIPT_INVENTORY.files));
  return [
    ...[...held]
      .filter((name) => !named.has(name))
      .map((name) => `the package ${name} is not in the inventory`),
    ...[...named]
      .filter((name) => !held.has(name))
      .map((name) => `the package ${name} is in no script any more`),
    ...roots.filter((file) => !files.has(file)).map((file) => `the script ${file} is not in the inventory`),
    ...[...files]
      .filter((file) => !roots.includes(file))
      .map((file) => `the script ${file} is not built any more`),
    ...(record.inline.length === Object.keys(SCRIPT_INVENTORY.inline).length
      ? []
      : [`${record.inline.length} scripts inside the pages, the inventory has another number`]),
  ];
}
