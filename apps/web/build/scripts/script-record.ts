import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHUNK_PACKAGES_FILE } from './chunk-packages.ts';

/** A script file as the build left it. */
export interface RecordedScript {
  readonly sha384: string;
  readonly packages: readonly string[];
}

/** Every script of a build by its file name, to compare with what is served. Stored in `.vite`, which the edge does not serve. */
export interface ScriptRecord {
  readonly files: Readonly<Record<string, RecordedScript>>;
  /** Hashes of the inline scripts, as they stand in the content security policy. */
  readonly inline: readonly string[];
}

const RECORD_FILE = '.vite/scripts.json';

export function sha384Of(content: string | Buffer): string {
  return createHash('sha384').update(content).digest('base64');
}

export function readScriptRecord(dist: string): ScriptRecord {
  return JSON.parse(readFileSync(join(dist, RECORD_FILE), 'utf8')) as ScriptRecord;
}

export function writeScriptRecord(dist: string): void {
  const packages = JSON.parse(readFileSync(join(dist, CHUNK_PACKAGES_FILE), 'utf8')) as Record<
    string,
    string[]
  >;
  const { inlineScripts } = JSON.parse(readFileSync(join(dist, '.vite/csp.json'), 'utf8')) as {
    inlineScripts: string[];
  };
  const files = globSync('**/*.js', { cwd: dist })
    .filter((file) => file !== 'first-paint.js')
    .toSorted()
    .map((file) => [
      file,
      { sha384: sha384Of(readFileSync(join(dist, file))), packages: packages[file] ?? [] },
    ]);
  const record = { files: Object.fromEntries(files) as ScriptRecord['files'], inline: inlineScripts };
  writeFileSync(join(dist, RECORD_FILE), JSON.stringify(record));
}
