import { readDisplayId, type Recipient } from '@jawhara/domain';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { failureSentence } from '../api/failure-words.ts';
import { useEarlyPress } from '../host/early-press.ts';
import { lookUp, type LookUp } from './look-up.ts';
import { complaintAbout, tidyTypedId } from './id-entry.ts';
import { refusalSentence } from './refusal-words.ts';

export type NotFound = Exclude<LookUp, { kind: 'found' }>;

export interface IdLookUp {
  readonly typed: string;
  readonly type: (typed: string) => void;
  readonly isSearching: boolean;
  /** A sentence under the field, or null. */
  readonly error: string | null;
  readonly notFound: NotFound | null;
  readonly search: () => void;
}

export function sentenceOf(result: NotFound): string {
  return result.kind === 'failed'
    ? failureSentence(result.failure)
    : refusalSentence(result.refusal, result.message);
}

/** An id field's whole behaviour: nothing is sent before it could be an id, and only the newest answer counts. */
export function useLookUp(onFound: (recipient: Recipient) => void): IdLookUp {
  const [typed, setTyped] = useState('');
  const [isSearching, setIsSearching] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [notFound, setNotFound] = useState<NotFound | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  useEarlyPress();

  const type = (next: string): void => {
    current.current?.abort();
    setTyped(tidyTypedId(next));
    setComplaint(null);
    setNotFound(null);
    setIsSearching(false);
  };

  const search = (): void => {
    const reading = readDisplayId(typed);
    if (reading.kind !== 'read') {
      setComplaint(complaintAbout(typed));
      return;
    }
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    setIsSearching(true);
    setNotFound(null);
    void lookUp(reading.displayId, call, abort.signal).then((result) => {
      if (abort.signal.aborted) return;
      setIsSearching(false);
      if (result.kind === 'found') onFound(result.recipient);
      else setNotFound(result);
    });
  };

  const error = complaint ?? (notFound === null ? null : sentenceOf(notFound));
  return { typed, type, isSearching, error, notFound, search };
}
