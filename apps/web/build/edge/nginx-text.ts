/** A line, or a block with lines inside. */
export type Directive = string | { readonly head: string; readonly inside: readonly Directive[] };

/** In nginx's quotes; a dollar would begin a variable there and has no way to be written. */
export function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot be told "${text}"`);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** In every location by itself: nginx forgets the headers of a server as soon as a location has one of its own. */
export function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return [
    ...Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always`),
    'add_header strict-transport-security $edge_strict_transport always',
  ];
}

export function nginxText(directives: readonly Directive[], depth = 0): string {
  const indent = '  '.repeat(depth);
  return directives
    .map((one) => {
      if (typeof one === 'string') return one.startsWith('#') ? `${indent}${one}\n` : `${indent}${one};\n`;
      return `${indent}${one.head} {\n${nginxText(one.inside, depth + 1)}${indent}}\n`;
    })
    .join('');
}
