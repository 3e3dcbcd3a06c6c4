import type { CheckoutComFields } from '@jawhara/contract';
import type { CardSourceId, OrderedWith, CardFace } from '@jawhara/domain';
import { pageLocale } from '../../../../../words/word.ts';
import type { CardFields, FieldsHandlers } from '../card-fields.ts';
import { designToken, fieldTextPx, fieldWidthPx } from '../field-text-size.ts';
import { loadProviderScript } from '../provider-script.ts';

interface Tokenised {
  readonly data?: { readonly token?: unknown; readonly scheme?: unknown; readonly last4?: unknown };
}

/** The part of the provider's browser library that is used, under its own names. */
interface FlowComponent {
  isAvailable(): Promise<boolean>;
  mount(element: Element): unknown;
  unmount(): unknown;
  isValid(): boolean;
  tokenize(): Promise<Tokenised | undefined>;
}

type FlowName = 'card' | 'card_cvv';

interface FlowLibrary {
  create(name: FlowName, options: Record<string, unknown>): FlowComponent;
}

declare global {
  var CheckoutWebComponents: ((options: Record<string, unknown>) => Promise<FlowLibrary>) | undefined;
}

/** The style of the provider's frame, by the current theme. */
function appearance(widthPx: number): Record<string, unknown> {
  const font = (basePx: number) => ({ fontSize: `${fieldTextPx(basePx, widthPx)}px` });
  return {
    colorPrimary: designToken('ink'),
    colorSecondary: designToken('ink3'),
    colorAction: designToken('primary'),
    colorError: designToken('danger'),
    colorSuccess: designToken('success'),
    colorBackground: designToken('surface'),
    colorFormBackground: designToken('surface'),
    colorFormBorder: designToken('line-strong'),
    colorOutline: designToken('primary-soft'),
    borderRadius: ['11px', '11px'],
    borderWidth: '2px',
    input: font(16),
    label: font(14),
    footnote: font(13),
  };
}

/** The card that the token stands for, where the answer describes it. */
function faceIn(result: Tokenised | undefined): CardFace | null {
  const { scheme, last4 } = result?.data ?? {};
  if (typeof scheme !== 'string' || typeof last4 !== 'string' || !/^\d{4}$/.test(last4)) return null;
  return { scheme: scheme.toLowerCase(), last4 };
}

function tokenIn(result: Tokenised | undefined): string | null {
  const token = result?.data?.token;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Loads the provider's script, then puts one of its components into the element. Rejects when any of it fails. */
async function openComponent(
  name: FlowName,
  config: CheckoutComFields,
  element: Element,
  { onChange }: Pick<FieldsHandlers, 'onChange'>,
  cardOf: (token: string) => OrderedWith,
): Promise<CardFields> {
  await loadProviderScript(config.scriptUrl);
  const start = globalThis.CheckoutWebComponents;
  if (start === undefined) throw new Error('the card fields script defines no components');
  const library = await start({
    publicKey: config.publicKey,
    environment: config.environment,
    locale: pageLocale(),
    appearance: appearance(fieldWidthPx(element)),
    componentOptions: {
      card: {
        displayCardholderName: 'bottom',
        acceptedCardSchemes: ['visa', 'mastercard'],
        showPayButton: false,
      },
    },
  });
  const component = library.create(name, {
    showPayButton: false,
    onChange: (changed: FlowComponent) => onChange(changed.isValid()),
  });
  if (!(await component.isAvailable())) throw new Error('the card fields are not available');
  component.mount(element);
  let face: CardFace | null = null;
  return {
    isValid: () => component.isValid(),
    async tokenise() {
      const result = await component.tokenize().catch(() => undefined);
      const token = tokenIn(result);
      face = faceIn(result);
      return token === null ? null : cardOf(token);
    },
    face: () => face,
    // A token request with invalid fields returns no token: the script marks the faults and moves the cursor there.
    showFaults: () => void component.tokenize().catch(() => undefined),
    close: () => void component.unmount(),
  };
}

export function openCheckoutComCard(
  config: CheckoutComFields,
  element: Element,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  return openComponent('card', config, element, handlers, (token) => ({ token, keep: 'ask' }));
}

/** The CVV of a saved card: its token is valid once, for that card only. */
export function openCheckoutComCvv(
  config: CheckoutComFields,
  sourceId: CardSourceId,
  element: Element,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  return openComponent('card_cvv', config, element, handlers, (cvvToken) => ({ sourceId, cvvToken }));
}
