import { ERROR_CATALOGUE, errorMessage, FAULT, type Envelope } from '@jawhara/contract';
import { LOCALES, type Locale } from '@jawhara/domain';

/** What the edge says itself where a call of the API was asked: it never came there, or no answer came back. */
export type EdgeRefusal = 'malformed' | 'file-too-large' | 'fault';

/** By status. A large body is a file that is too large where files are sent, and nonsense everywhere else. */
export function edgeRefusals(isFile: boolean): ReadonlyMap<number, EdgeRefusal> {
  const tooLarge: EdgeRefusal = isFile ? 'file-too-large' : 'malformed';
  return new Map<number, EdgeRefusal>([
    [400, 'malformed'],
    [413, tooLarge],
    [414, 'malformed'],
    [500, 'fault'],
    [502, 'fault'],
    [503, 'fault'],
    [504, 'fault'],
  ]);
}

export const EDGE_LOCALES = Object.keys(LOCALES) as Locale[];

/** The same envelope that the API would have sent. */
export function edgeEnvelope(refusal: EdgeRefusal, locale: Locale): string {
  const { result } = refusal === 'fault' ? FAULT : ERROR_CATALOGUE[refusal];
  const envelope: Envelope = { result, code: result, message: errorMessage(refusal, locale), data: null };
  return JSON.stringify(envelope);
}
