import { type NeededSides, type Side, SIDES_OF_GROUP } from './sides.ts';

export interface Requirements {
  readonly needed: NeededSides;
  readonly problems: readonly string[];
}

/**
 * Requirements are the first cells of the tables in docs/requirements.md. Its section "Sides" says where each must hold: `-
 * web: APP-01 to APP-13, APP-15, NAV-*`. Every id must be listed there exactly once.
 */
export function readRequirements(markdown: string): Requirements {
  const ids = [...markdown.matchAll(/^\| ([A-Z]{2,5}-\d{2}) \|/gm)].map((match) => match[1] ?? '');
  const problems = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is defined twice`);
  const sidesOf = new Map<string, readonly Side[]>();

  const [, section = ''] = markdown.split(/^## Sides$/m);
  for (const [, group = '', list = ''] of section.matchAll(/^- (\w+): (.+)$/gm)) {
    if (!isGroup(group)) {
      problems.push(`"Sides" has a group that nobody knows: ${group}`);
      continue;
    }
    for (const id of idsOfList(list, ids)) {
      if (!ids.includes(id)) problems.push(`"Sides" names ${id}, which does not exist`);
      if (sidesOf.has(id)) problems.push(`"Sides" names ${id} twice`);
      sidesOf.set(id, SIDES_OF_GROUP[group]);
    }
  }
  problems.push(...ids.filter((id) => !sidesOf.has(id)).map((id) => `"Sides" does not name ${id}`));
  return { needed: new Map(ids.map((id) => [id, sidesOf.get(id) ?? []])), problems };
}

function isGroup(word: string): word is keyof typeof SIDES_OF_GROUP {
  return Object.hasOwn(SIDES_OF_GROUP, word);
}

/** Reads single ids, all ids of a kind (`NAV-*`) and ranges (`A-01 to A-05`); other words are ignored. */
function idsOfList(list: string, ids: readonly string[]): string[] {
  return [...list.matchAll(/([A-Z]{2,5})-(\*|\d{2})(?: to \1-(\d{2}))?/g)].flatMap(
    ([, kind = '', first = '', last = first]) => {
      if (first === '*') return ids.filter((id) => id.startsWith(`${kind}-`));
      const length = Math.max(0, Number(last) - Number(first) + 1);
      return Array.from({ length }, (_, n) => `${kind}-${String(Number(first) + n).padStart(2, '0')}`);
    },
  );
}
