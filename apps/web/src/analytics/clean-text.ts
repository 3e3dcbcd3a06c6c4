import { withoutSecrets } from '@jawhara/domain';

/** What follows the path of an address: parameters and places, which are where secrets travel. */
const BEHIND_PATH = /(https?:\/\/[^\s?#"')]*)[?#][^\s"')]*/g;

/** A text of the page as it may be told: nothing secret, our own addresses without their host, no longer than this. */
export function cleanText(text: string, charactersMax: number): string {
  const plain = text.replace(BEHIND_PATH, '$1').replaceAll(globalThis.location.origin, '');
  return withoutSecrets(plain).slice(0, charactersMax);
}
