export type TemplateValues = Readonly<Record<string, string>>;

/** Replaces `${NAME}` in a text; where the placeholder has a line of its own, each line of its value gets the same indent. */
export function fillTemplate(text: string, values: TemplateValues): string {
  const valueOf = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing is known for \${${name}}`);
    return value;
  };
  return text
    .replaceAll(/^( *)\$\{([A-Z_]+)\}\n/gm, (_line, indent: string, name: string) =>
      valueOf(name).replaceAll(/^.*\n?/gm, (line) =>
        line.trim() === '' ? '' : `${indent}${line.trimEnd()}\n`,
      ),
    )
    .replaceAll(/\$\{([A-Z_]+)\}/g, (_placeholder, name: string) => valueOf(name));
}

/** The text in quotes for nginx. Throws if it has a dollar sign, which would begin a variable and cannot be escaped. */
export function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot be told "${text}"`);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
