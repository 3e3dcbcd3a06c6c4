/** Reads compose.yaml as far as the tests need it: the subset of YAML in which that file is written. */

export interface ComposeService {
  readonly name: string;
  readonly networks: readonly string[];
  readonly ports: readonly string[];
  readonly secrets: readonly string[];
  readonly image: string;
  readonly text: string;
}

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim().replace(/^['"]|['"]$/g, ''))
    .filter(Boolean);

/** `name: [a, b]`, or the names of the lines below it: `- a`, or `a: …`. Null where the block has no such line. */
function namesUnder(block: string, name: string): string[] | null {
  const inline = new RegExp(`^ +${name}: \\[(.*)\\]$`, 'm').exec(block);
  if (inline) return listIn(inline[1] ?? '');
  const below = new RegExp(`^( +)${name}:\\n((?:\\1 +.*\\n?)+)`, 'm').exec(block);
  if (!below) return null;
  const lines = (below[2] ?? '').split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  const depth = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines
    .filter((line) => line.search(/\S/) === depth)
    .map((line) => /^\s*(?:- )?['"]?([^'":\s]+(?::[^'"\s]*)?)/.exec(line)?.[1]?.replace(/:$/, '') ?? '');
}

const sectionOf = (text: string, name: string): string =>
  new RegExp(`^${name}:\\n((?: .*\\n|\\s*#.*\\n|\\n)*)`, 'm').exec(text)?.[1] ?? '';

const blocksOf = (section: string): string[] =>
  section
    .split(/\n(?= {2}[\w-]+:)/)
    .map((block) => `${block}\n`)
    .filter((block) => /^ {2}[\w-]+:/.test(block));

/** A block and the blocks it inherits from (`<<: *name` or `: *name`), nearest first. */
function lineage(text: string, block: string): string[] {
  const [, parent] = /(?:<<|^ {2}[\w-]+): \*([\w-]+)/m.exec(block) ?? [];
  if (parent === undefined) return [block];
  const [found = ''] = new RegExp(`^x-[\\w-]+: &${parent}\\n(?: .*\\n)*`, 'm').exec(text) ?? [];
  return [block, ...lineage(text, found)];
}

export function composeServices(text: string): ComposeService[] {
  return blocksOf(`\n${sectionOf(text, 'services')}`.slice(1)).map((block) => {
    const all = lineage(text, block);
    const first = (name: string): string[] =>
      all.map((part) => namesUnder(part, name)).find((names) => names !== null) ?? [];
    return {
      name: /^ {2}([\w-]+):/.exec(block)?.[1] ?? '',
      networks: first('networks'),
      ports: first('ports'),
      secrets: first('secrets'),
      image:
        all.map((part) => /\bimage: '?([^'\n]*?)'?(?:,.*)?(?: \})?$/m.exec(part)?.[1]).find(Boolean) ?? '',
      text: all.join(''),
    };
  });
}

/** Networks by name. Internal ones have no way out; the others reach the outside, and each other unless isolated. */
export function composeNetworks(text: string) {
  return blocksOf(sectionOf(text, 'networks')).map((block) => ({
    name: /^ {2}([\w-]+):/.exec(block)?.[1] ?? '',
    isInternal: /internal: true/.test(block),
    isIsolated: /isolate: 'true'/.test(block),
  }));
}
