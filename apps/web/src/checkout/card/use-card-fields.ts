import type { CheckoutComFields } from '@jawhara/contract';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { openCardFields, type CardFields } from './card-fields.ts';

export type CardFieldsState = 'loading' | 'failed' | 'ready';

export interface UsedCardFields {
  readonly state: CardFieldsState;
  readonly isValid: boolean;
  readonly retry: () => void;
  readonly tokenise: () => Promise<string | null>;
}

/** Opens the fields when the configuration is there, and closes them with the page. */
export function useCardFields(
  config: CheckoutComFields | null,
  container: RefObject<HTMLDivElement | null>,
): UsedCardFields {
  const fields = useRef<CardFields | null>(null);
  const [state, setState] = useState<CardFieldsState>('loading');
  const [isValid, setIsValid] = useState(false);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const element = container.current;
    if (config === null || element === null) return undefined;
    let isGone = false;
    openCardFields(config, element, (valid) => !isGone && setIsValid(valid)).then(
      (opened) => {
        if (isGone) return opened.close();
        fields.current = opened;
        setState('ready');
      },
      () => !isGone && setState('failed'),
    );
    return () => {
      isGone = true;
      fields.current?.close();
      fields.current = null;
    };
  }, [config, container, tries]);

  const retry = useCallback((): void => {
    setState('loading');
    setTries((count) => count + 1);
  }, []);
  const tokenise = useCallback(async () => (await fields.current?.tokenise()) ?? null, []);
  return { state, isValid, retry, tokenise };
}
