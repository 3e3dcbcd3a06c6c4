import { withoutSecrets } from '@jawhara/domain';
import { visitFacts } from '../browser/visit-facts.ts';

/** What the opening link said of the visit, under the link's own names; it travels with every event. Links are strangers' texts. */
export function linkFields(charactersMax: number): Readonly<Record<string, string>> {
  const { openId, actFrom, actLoadId, redirectFrom } = visitFacts();
  const said = { open_id: openId, act_from: actFrom, act_load_id: actLoadId, redirect_from: redirectFrom };
  return Object.fromEntries(
    Object.entries(said).map(([name, text]) => [name, withoutSecrets(text ?? '').slice(0, charactersMax)]),
  );
}

/** Only those the link named, where every letter is sent many times. */
export function namedByLink(charactersMax: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(linkFields(charactersMax)).filter(([, text]) => text !== ''));
}
