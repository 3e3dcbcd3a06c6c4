import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

export const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
} as const;

const stripped = new Map<string, string>();

/** Browser code is written in TypeScript and served without its types: no build, and the same checks as everywhere. */
export function browserScript(file: URL): string {
  const known = stripped.get(file.href);
  if (known !== undefined) return known;
  const script = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  stripped.set(file.href, script);
  return script;
}
