import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { catalogueTwins, wordIdFindings } from './catalogues.ts';
import { chunkWordFindings } from './chunk-words.ts';
import type { Finding, SourceFile } from './finding.ts';
import { arabicOutside, bareSentences } from './sentences-outside.ts';

const SOURCES = '{apps,packages,tools,e2e,chaos,bench}/**/*.{ts,tsx,mjs,css,html,sql}';
const CATALOGUES = 'apps/web/src/words/*/*.po';
const NOT_OURS = /(^|\/)(node_modules|dist|output)(\/|$)/;

export function checkWords(directory: string): { files: number; findings: Finding[] } {
  const sources = readAll(directory, SOURCES);
  const catalogues = readAll(directory, CATALOGUES);
  const findings = [
    ...sources.flatMap(arabicOutside),
    ...sources.flatMap(bareSentences),
    ...wordIdFindings(sources, catalogues),
    ...catalogueTwins(catalogues),
    ...chunkWordFindings(sources, catalogues),
  ];
  return { files: sources.length, findings };
}

function readAll(directory: string, pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: directory, exclude: (path) => NOT_OURS.test(path) })
    .toSorted()
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(directory, path), 'utf8') }));
}

function main(): void {
  const { files, findings } = checkWords(REPOSITORY);
  for (const { path, line, problem } of findings) console.log(`${path}:${line} ${problem}`);
  console.log(`words: ${files} files, ${findings.length} findings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
