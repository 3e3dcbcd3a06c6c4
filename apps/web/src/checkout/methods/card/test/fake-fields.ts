import type { OrderedWith } from '@jawhara/domain';
import { adyenNews, type AdyenWord } from '../fields/adyen/adyen-field-events.ts';
import { NO_NEWS, type CardFields, type FieldsHandlers, type ProviderField } from '../fields/card-fields.ts';

/** The card fields of a provider, played by a test. */
export interface FakeFields {
  readonly open: (handlers: FieldsHandlers) => Promise<CardFields>;
  readonly timesOpened: () => number;
  readonly isClosed: () => boolean;
  /** The fields that received the cursor, in order. */
  readonly focused: readonly ProviderField[];
  /** The fields that were emptied, in order. */
  readonly emptied: readonly ProviderField[];
  /**
   * From now on the fields behave like those of a provider that shows all of them in one frame: no single field can be focused or
   * emptied.
   */
  canDoLittle(): void;
  failNext(): void;
  /**
   * From now on the fields take 20 ms to open. Returns a list to which each later opening and closing of the fields is appended.
   */
  slowly(): string[];
  say(...said: AdyenWord[]): void;
  /** The payer has finished a field, or pressed Enter in one. */
  finish(field: ProviderField): void;
  pressEnter(): void;
  /** How often the page made the fields show their errors. */
  readonly timesFaultsShown: () => number;
  change(isValid: boolean): void;
}

export function fakeFields(card: (handlers: FieldsHandlers) => OrderedWith): FakeFields {
  let handlers: FieldsHandlers | null = null;
  let news = NO_NEWS;
  let isFailing = false;
  let opened = 0;
  let isClosed = false;
  let story: string[] | null = null;
  let faultsShown = 0;
  let isOneFrame = false;
  const focused: ProviderField[] = [];
  const emptied: ProviderField[] = [];
  const OPENING_MS = 20;
  return {
    open(provided) {
      opened += 1;
      if (isFailing) {
        isFailing = false;
        return Promise.reject(new Error('the script did not come'));
      }
      handlers = provided;
      story?.push('open');
      const fields: CardFields = {
        isValid: () => true,
        tokenise: () => Promise.resolve(card(provided)),
        ...(!isOneFrame && {
          focus: (field: ProviderField) => void focused.push(field),
          empty(field: ProviderField) {
            emptied.push(field);
            return Promise.resolve();
          },
        }),
        showFaults: () => void (faultsShown += 1),
        close: () => {
          isClosed = true;
          story?.push('close');
        },
      };
      const waitMs = story === null ? 0 : OPENING_MS;
      return waitMs === 0
        ? Promise.resolve(fields)
        : new Promise((resolve) => setTimeout(() => resolve(fields), waitMs));
    },
    timesOpened: () => opened,
    isClosed: () => isClosed,
    focused,
    emptied,
    canDoLittle: () => (isOneFrame = true),
    failNext: () => (isFailing = true),
    slowly: () => (story = []),
    say(...said) {
      news = said.reduce(adyenNews, news);
      handlers?.onNews(news);
    },
    finish: (field) => handlers?.onWhole(field),
    pressEnter: () => handlers?.onEnter(),
    timesFaultsShown: () => faultsShown,
    change: (isValid) => handlers?.onChange(isValid),
  };
}
