import {
  type DisplayId,
  type Recipient,
  cleanTypedId,
  readDisplayId,
  type DisplayIdReading,
  LOOK_UP_AFTER_MS,
  LOOK_UP_SLOW_AFTER_MS,
} from '@jawhara/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { lookUp, type LookUp } from './look-up.ts';
import { word } from '../words/word.ts';
import { call } from '../api/call.ts';
import { useOnline } from '../ui/offline-banner.tsx';

const COMPLAINTS: { readonly [Kind in DisplayIdReading['kind']]: () => string | null } = {
  read: () => null,
  empty: () => word('search.empty'),
  'too-short': () => word('search.min'),
  'not-digits': () => word('search.digitsOnly'),
  'too-long': () => word('search.length'),
};

/** The sentence about an invalid id; null when the id can be looked up. */
export function complaintAbout(typed: string): string | null {
  return COMPLAINTS[readDisplayId(typed).kind]();
}

interface IdEntry {
  readonly digits: string;
  /** True if several characters came at once: they are looked up without waiting for more. */
  readonly isPasted: boolean;
  /** A notice about dropped characters, shown once: a typed letter that is no digit, or the rest of a paste. */
  readonly said: 'digits-only' | 'cleaned' | null;
}

/** The entry of the field after its text has become `next`. */
export function takeTyped(before: string, next: string): IdEntry {
  const { digits, hasDropped } = cleanTypedId(next);
  const isPasted = next.length - before.length > 1;
  return { digits, isPasted, said: hasDropped ? (isPasted ? 'cleaned' : 'digits-only') : null };
}

export type NotFound = Exclude<LookUp, { kind: 'found' }>;

/** The look-up of an id: a recipient's, or on /fines a fine's. */
export type Find = typeof lookUp;

export interface IdLookUp {
  readonly typed: string;
  readonly type: (typed: string) => void;
  /** Puts a recipient's id into the field, as if it had just been found. */
  readonly show: (recipient: Recipient) => void;
  readonly reset: () => void;
  readonly isSearching: boolean;
  /** The field holds a valid id that has no answer yet. */
  readonly isPending: boolean;
  /** A sentence of help under the field, or null. */
  readonly hint: string | null;
  /** The sentence about an invalid id, or null. */
  readonly error: string | null;
  readonly found: Recipient | null;
  readonly notFound: NotFound | null;
  /** On Enter, blur and pay: looks up at once, or shows what is missing. */
  readonly search: () => void;
  readonly retry: () => void;
}

interface Entry {
  readonly typed: string;
  readonly said: IdEntry['said'];
  readonly isComplaining: boolean;
  /** The id is looked up without waiting for another key. */
  readonly isUrgent: boolean;
  readonly isPrompted: boolean;
  readonly isSlow: boolean;
  readonly answer: LookUp | null;
  readonly tries: number;
}

const EMPTY: Entry = {
  typed: '',
  said: null,
  isComplaining: false,
  isUrgent: false,
  isPrompted: false,
  isSlow: false,
  answer: null,
  tries: 0,
};

const SAID = { cleaned: () => word('search.cleaned'), 'digits-only': () => word('search.digitsOnly') };

function hintOf({ typed, said, isPrompted, isSlow, answer }: Entry, isOnline: boolean): string | null {
  if (said !== null) return SAID[said]();
  if (typed === '') return word('search.auto');
  const { kind } = readDisplayId(typed);
  if (kind === 'too-short') return word('search.min');
  if (kind !== 'read' || answer !== null) return null;
  if (!isOnline) return word('search.waitOnline');
  return isPrompted && isSlow ? word('net.slowLookup') : null;
}

/**
 * The behaviour of an id field: after five digits and a pause the account is looked up. Only the answer for the current id
 * counts.
 */
export function useLookUp(onFound: (recipient: Recipient) => void, find: Find = lookUp): IdLookUp {
  const [entry, setEntry] = useState(EMPTY);
  const isOnline = useOnline();
  const tellFound = useEffectEvent(onFound);
  const { typed, isUrgent, tries, answer } = entry;
  const reading = readDisplayId(typed);
  const displayId = reading.kind === 'read' ? reading.displayId : null;
  const isWanted = displayId !== null && answer === null;

  useEffect(() => {
    if (!isWanted || !isOnline) return undefined;
    const abort = new AbortController();
    const change = (more: Partial<Entry>): void => setEntry((now) => ({ ...now, ...more }));
    const slow = setTimeout(() => change({ isSlow: true }), LOOK_UP_SLOW_AFTER_MS);
    const ask = async (id: DisplayId): Promise<void> => {
      change({ isPrompted: true });
      const found = await find(id, call, abort.signal);
      if (abort.signal.aborted) return;
      change({ answer: found, isPrompted: false, isSlow: false });
      if (found.kind === 'found') tellFound(found.recipient);
    };
    const pause = setTimeout(() => void ask(displayId), isUrgent ? 0 : LOOK_UP_AFTER_MS);
    return () => {
      clearTimeout(pause);
      clearTimeout(slow);
      abort.abort();
    };
  }, [displayId, isWanted, isUrgent, isOnline, tries, find]);

  return {
    typed,
    type: (next) => {
      const { digits, isPasted, said } = takeTyped(typed, next);
      // A typed letter is dropped: it changes only the notice, and must not replace an answer that is not drawn yet.
      setEntry((now) =>
        digits === now.typed ? { ...now, said } : { ...EMPTY, typed: digits, said, isUrgent: isPasted },
      );
    },
    show: (recipient) =>
      setEntry({ ...EMPTY, typed: recipient.displayId, answer: { kind: 'found', recipient } }),
    reset: () => setEntry(EMPTY),
    isSearching: entry.isPrompted,
    isPending: isWanted,
    hint: hintOf(entry, isOnline),
    error: entry.isComplaining ? complaintAbout(typed) : null,
    found: answer?.kind === 'found' ? answer.recipient : null,
    notFound: answer === null || answer.kind === 'found' ? null : answer,
    // Uses the newest state, because the answer may have come since the last drawing. A running look-up is not started
    // again.
    search: () =>
      setEntry((now) => ({
        ...now,
        isComplaining: displayId === null,
        isUrgent: now.isUrgent || !now.isPrompted,
      })),
    retry: () => setEntry({ ...EMPTY, typed, isUrgent: true, tries: tries + 1 }),
  };
}
