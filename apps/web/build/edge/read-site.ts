import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The hashes of the scripts that the build wrote into the pages. */
export function inlineScriptsOf(siteDir: string): readonly string[] {
  const text = readFileSync(join(siteDir, '.vite/csp.json'), 'utf8');
  return (JSON.parse(text) as { inlineScripts: string[] }).inlineScripts;
}
