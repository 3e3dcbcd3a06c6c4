/** Writes src/art/sprite.svg: our drawings and the lucide icons in use, one cached file for every route. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ICON_NAMES } from '../src/ui/icon-names.ts';

const ART = join(import.meta.dirname, '../src/art/art.svg');
const TARGET = join(import.meta.dirname, '../src/art/sprite.svg');
const lucide = createRequire(import.meta.url);

function body(svg: string): string {
  return svg
    .replace(/<!--.*?-->/gs, '')
    .replace(/<\/?svg[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .replace(/ \/>/g, '/>')
    .trim();
}

function iconSymbol(name: string): string {
  const svg = readFileSync(lucide.resolve(`lucide-static/icons/${name}.svg`), 'utf8');
  return `<symbol id="icon-${name}" viewBox="0 0 24 24">${body(svg)}</symbol>`;
}

/** Replaces `<use>` inside a symbol by the drawing it refers to: some browsers cannot resolve it in another document. */
function writtenOut(art: string): string {
  const symbols = new Map(
    [...art.matchAll(/<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)<\/symbol>/gs)].map(
      ([, id, box, inner]) => [id, { box, inner }],
    ),
  );
  return art.replace(/<use href="#([^"]+)"([^>]*)\/>/g, (whole, id: string, place: string) => {
    const symbol = symbols.get(id);
    return symbol ? `<svg${place} viewBox="${symbol.box}">${symbol.inner}</svg>` : whole;
  });
}

export function spriteSource(): string {
  const drawings = writtenOut(body(readFileSync(ART, 'utf8')));
  return `<svg xmlns="http://www.w3.org/2000/svg"><!-- icons: lucide, ISC licence -->${drawings}${ICON_NAMES.map(iconSymbol).join('')}</svg>\n`;
}

if (import.meta.main) writeFileSync(TARGET, spriteSource());
