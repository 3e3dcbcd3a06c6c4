import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { parseSync } from '@swc/core';
import { isNode, literalText } from '../check/syntax-tree.ts';

export interface FirstLoad {
  readonly htmlAndCssBytes: number;
  readonly scriptBytes: number;
  readonly fontBytes: number;
  readonly scripts: readonly string[];
}

/** Everything a phone must download before the page of this HTML file works, in bytes after brotli. */
export function firstLoad(dist: string, htmlFile: string): FirstLoad {
  const html = readFileSync(join(dist, htmlFile), 'utf8');
  const sheets = linked(html, 'link', 'href', /rel="?stylesheet/);
  const scripts = withStaticImports(dist, [
    ...linked(html, 'script', 'src', /src=/),
    ...linked(html, 'link', 'href', /rel="?modulepreload/),
  ]);
  const styles = [html, ...sheets.map((sheet) => readFileSync(join(dist, sheet), 'utf8'))].join('\n');
  // Fonts are compressed already. A browser may skip some by their unicode range; all are counted.
  const fonts = new Set(
    [...styles.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map((match) => localPath(match[1] ?? '')),
  );
  return {
    htmlAndCssBytes: brotliBytes(Buffer.from(html)) + sum(sheets.map((sheet) => fileBytes(dist, sheet))),
    scriptBytes: sum(scripts.map((script) => fileBytes(dist, script))),
    fontBytes: sum([...fonts].map((font) => readFileSync(join(dist, font)).length)),
    scripts,
  };
}

function linked(html: string, tag: string, attribute: string, filter: RegExp): string[] {
  const tags = [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>`, 'g'))]
    .map(([text]) => text)
    .filter((text) => filter.test(text));
  return tags
    .map((text) => new RegExp(`\\s${attribute}=["']?([^"'\\s>]+)`).exec(text)?.[1] ?? '')
    .filter((url) => url !== '' && !/^(https?:)?\/\//.test(url))
    .map(localPath);
}

function localPath(url: string): string {
  return url.replace(/^\.?\//, '').replace(/[?#].*$/, '');
}

/** A chunk waits for its static imports; dynamic ones come later and do not count. */
function withStaticImports(dist: string, entries: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const source of staticImports(readFileSync(join(dist, file), 'utf8'))) {
      visit(new URL(source, `file:///${file}`).pathname.slice(1));
    }
  };
  for (const entry of entries) visit(entry);
  return [...found].toSorted();
}

function staticImports(code: string): string[] {
  return parseSync(code, { syntax: 'ecmascript', target: 'es2022' }).body.flatMap((statement) => {
    const source = 'source' in statement ? statement.source : undefined;
    const path = isNode(source) ? literalText(source) : undefined;
    return path === undefined || !/^[./]/.test(path) ? [] : [path];
  });
}

/** Pages share most of their files, and the best compression is slow, so sizes are cached. */
const known = new Map<string, number>();

function fileBytes(dist: string, file: string): number {
  const content = readFileSync(join(dist, file));
  const key = createHash('sha256').update(content).digest('hex');
  const bytes = known.get(key) ?? brotliBytes(content);
  known.set(key, bytes);
  return bytes;
}

function brotliBytes(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
