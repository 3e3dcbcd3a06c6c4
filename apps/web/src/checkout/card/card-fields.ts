import type { CheckoutComFields } from '@jawhara/contract';

/** The part of the provider's browser library that is used, under its own names. */
interface FlowComponent {
  isAvailable(): Promise<boolean>;
  mount(element: Element): unknown;
  unmount(): unknown;
  isValid(): boolean;
  tokenize(): Promise<{ readonly data?: { readonly token?: unknown } } | undefined>;
}

interface FlowLibrary {
  create(name: 'card', options: Record<string, unknown>): FlowComponent;
}

declare global {
  var CheckoutWebComponents: ((options: Record<string, unknown>) => Promise<FlowLibrary>) | undefined;
}

const SCRIPT_WAIT_MS = 30_000;

/** Card fields that live in the provider's own frame: what is typed there never reaches this page. */
export interface CardFields {
  readonly isValid: () => boolean;
  /** A one-time token, or null when the fields could not give one. */
  readonly tokenise: () => Promise<string | null>;
  readonly close: () => void;
}

const scripts = new Map<string, Promise<void>>();

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => fail(), SCRIPT_WAIT_MS);
    const fail = (): void => {
      clearTimeout(timer);
      script.remove();
      scripts.delete(url); // the next try begins afresh
      reject(new Error('the card fields did not load'));
    };
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}

/** Once a page, however often the card step is opened. */
function loadScript(url: string): Promise<void> {
  const known = scripts.get(url) ?? addScript(url);
  scripts.set(url, known);
  return known;
}

/** The provider's frame in our colours, whichever theme is on. */
function appearance(): Record<string, unknown> {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    colorPrimary: token('ink'),
    colorSecondary: token('ink3'),
    colorAction: token('primary'),
    colorError: token('danger'),
    colorSuccess: token('success'),
    colorBackground: token('surface'),
    colorFormBackground: token('surface'),
    colorFormBorder: token('line-strong'),
    colorOutline: token('primary-soft'),
    borderRadius: ['11px', '11px'],
    borderWidth: '2px',
  };
}

function tokenIn(result: { readonly data?: { readonly token?: unknown } } | undefined): string | null {
  const token = result?.data?.token;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Loads the provider's script, then puts its card fields into the element. Rejects when any of it fails. */
export async function openCardFields(
  config: CheckoutComFields,
  element: Element,
  onChange: (isValid: boolean) => void,
): Promise<CardFields> {
  await loadScript(config.scriptUrl);
  const start = globalThis.CheckoutWebComponents;
  if (start === undefined) throw new Error('the card fields script defines no components');
  const library = await start({
    publicKey: config.publicKey,
    environment: config.environment,
    locale: 'ar',
    appearance: appearance(),
    componentOptions: {
      card: {
        displayCardholderName: 'bottom',
        acceptedCardSchemes: ['visa', 'mastercard'],
        showPayButton: false,
      },
    },
  });
  const card = library.create('card', {
    showPayButton: false,
    onChange: (component: FlowComponent) => onChange(component.isValid()),
  });
  if (!(await card.isAvailable())) throw new Error('the card fields are not available');
  card.mount(element);
  return {
    isValid: () => card.isValid(),
    tokenise: () => card.tokenize().then(tokenIn, () => null),
    close: () => void card.unmount(),
  };
}
