import { PROVIDERS } from '@jawhara/domain';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { browserFacts } from '../../../browser/browser-facts.ts';
import type { CardFields, CardNews, FieldsHandlers, ProviderField } from './fields/card-fields.ts';
import type { PaymentInput, Tokeniser } from '../../machine/purchase/purchase-state.ts';
import type { CardChannel } from './card-channel.ts';

export type CardFieldsState = 'loading' | 'failed' | 'ready';

export interface UsedCardFields {
  readonly state: CardFieldsState;
  readonly isValid: boolean;
  /** Counts the payer's changes in the fields, as far as the provider's script reports them. */
  readonly changes: number;
  /** Null until a provider that reports each field has reported something. */
  readonly news: CardNews | null;
  readonly retry: () => void;
  readonly tokenise: Tokeniser;
  /** Puts the cursor into a field, where its provider can. */
  readonly focus: (field: ProviderField) => void;
  /** Empties one field, where its provider can. */
  readonly empty: (field: ProviderField) => Promise<void>;
  /** Lets the provider show its own error messages, where it can. */
  readonly showFaults: () => void;
  /** Sets the handlers for completed fields and for Enter. */
  readonly hear: (keys: FieldKeys) => void;
}

/** Events of the fields: the payer has completed a field, or pressed Enter in it. */
export type FieldKeys = Pick<FieldsHandlers, 'onWhole' | 'onEnter'>;

const NOBODY: FieldKeys = { onWhole: () => undefined, onEnter: () => undefined };

/** Set after every render: the handlers depend on the step's state, which depends on the fields. */
export function useFieldKeys({ hear }: UsedCardFields, keys: FieldKeys): void {
  useEffect(() => hear(keys));
}

export type OpenFields = (
  channel: CardChannel,
  element: HTMLElement,
  handlers: FieldsHandlers,
) => Promise<CardFields>;

/**
 * A provider's frame gets our colours when it is opened. When the theme changes, it gets them again; where its script
 * cannot do that, the frame is opened again, but only if the payer has not typed in it.
 */
function useThemeOfFields(
  container: RefObject<HTMLDivElement | null>,
  fields: RefObject<CardFields | null>,
  openAnew: () => void,
): void {
  const wasEntered = useRef(false);
  useEffect(() => {
    const isInside = (): boolean => container.current?.contains(document.activeElement) === true;
    // When the focus moves into a frame, the page only sees that it lost the focus.
    const onBlur = (): void => void (wasEntered.current ||= isInside());
    const onTurn = (): void => {
      if (fields.current?.restyle !== undefined) fields.current.restyle();
      else if (fields.current !== null && !wasEntered.current && !isInside()) openAnew();
    };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    addEventListener('blur', onBlur);
    dark.addEventListener('change', onTurn);
    return () => {
      removeEventListener('blur', onBlur);
      dark.removeEventListener('change', onTurn);
    };
  }, [container, fields, openAnew]);
}

async function paymentInputOf(
  fields: CardFields | null,
  wantsBrowser: boolean,
): Promise<PaymentInput | null> {
  const card = (await fields?.tokenise()) ?? null;
  if (card === null) return null;
  const face = fields?.face?.() ?? null;
  return {
    card,
    ...(wantsBrowser && { browser: browserFacts() }),
    ...(face !== null && { face }),
  };
}

/**
 * Opens the card fields once their provider and its configuration are known, and closes them with the page. `holderName` is
 * called when the card is submitted.
 */
export function useCardFields(
  channel: CardChannel | null,
  container: RefObject<HTMLDivElement | null>,
  open: OpenFields,
  holderName: () => string,
): UsedCardFields {
  const fields = useRef<CardFields | null>(null);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const [state, setState] = useState<CardFieldsState>('loading');
  const [isValid, setIsValid] = useState(false);
  const [changes, setChanges] = useState(0);
  const [news, setNews] = useState<CardNews | null>(null);
  const [tries, setTries] = useState(0);
  const keys = useRef(NOBODY);

  useEffect(() => {
    const element = container.current;
    if (channel === null || element === null) return undefined;
    let isGone = false;
    const handlers: FieldsHandlers = {
      onChange(valid) {
        if (isGone) return;
        setIsValid(valid);
        setChanges((count) => count + 1);
      },
      onNews: (news) => !isGone && setNews(news),
      onWhole: (field) => !isGone && keys.current.onWhole(field),
      onEnter: () => !isGone && keys.current.onEnter(),
      holderName,
    };
    const openNow = async (): Promise<void> => {
      if (isGone) return;
      setState('loading');
      setIsValid(false);
      setNews(null);
      const opened = await open(channel, element, handlers).catch(() => null);
      if (isGone) return opened?.close();
      fields.current = opened;
      setState(opened === null ? 'failed' : 'ready');
    };
    // In sequence: of two openings in the same element, the outdated one would remove the other's frame.
    before.current = before.current.then(openNow);
    return () => {
      isGone = true;
      fields.current?.close();
      fields.current = null;
    };
  }, [channel, container, open, holderName, tries]);

  const retry = useCallback((): void => {
    setState('loading');
    setTries((count) => count + 1);
  }, []);
  useThemeOfFields(container, fields, retry);
  const wantsBrowser = channel !== null && PROVIDERS[channel.provider].card.wantsBrowser;
  const tokenise = useCallback<Tokeniser>(() => paymentInputOf(fields.current, wantsBrowser), [wantsBrowser]);
  const focus = useCallback((field: ProviderField) => fields.current?.focus?.(field), []);
  const empty = useCallback(async (field: ProviderField): Promise<void> => {
    // Fields that could not be emptied stay as they were.
    await fields.current?.empty?.(field).catch(() => undefined);
  }, []);
  const showFaults = useCallback(() => fields.current?.showFaults?.(), []);
  const hear = useCallback((next: FieldKeys): void => void (keys.current = next), []);
  return { state, isValid, changes, news, retry, tokenise, focus, empty, showFaults, hear };
}
