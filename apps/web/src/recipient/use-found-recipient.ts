import type { Recipient } from '@jawhara/domain';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { isolatedName } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import { chooseFound } from './use-recipient.ts';

export interface FoundRecipient {
  readonly onFound: (recipient: Recipient) => void;
  /** For a live region: whoever cannot see the face hears the name. */
  readonly announcement: string;
  /** Takes the focus, which the form took with it when it went. */
  readonly focusRef: RefObject<HTMLButtonElement | null>;
}

export function useFoundRecipient(): FoundRecipient {
  const [found, setFound] = useState<Recipient | null>(null);
  const focusRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (found !== null) focusRef.current?.focus();
  }, [found]);
  const onFound = (recipient: Recipient): void => {
    chooseFound(recipient);
    setFound(recipient);
  };
  const announcement = found === null ? '' : `${word('recipient.verified')}: ${isolatedName(found.nickname)}`;
  return { onFound, announcement, focusRef };
}
