import { digitsIn } from '../../world/fields/card-input.ts';
import { reformat } from '../../world/fields/frame-field.ts';
import { brandOf, FIELD_KINDS, type FieldKind, type SealedNames } from './field-kinds.ts';
import type {
  FieldConfig,
  FieldOrder,
  FieldStyles,
  AdyenFieldWords,
  SealedPart,
  StyleSet,
} from './secured-field-messages.ts';

const BIN_DIGITS = 6;
const LONG_BIN_DIGITS = 8;
const LAST_DIGITS = 4;

/** The origin of the page that made this frame: messages are accepted from it and sent to it alone. */
const shopOrigin = atob(new URLSearchParams(location.search).get('d') ?? '');

interface Field {
  readonly config: FieldConfig;
  readonly kind: FieldKind;
  readonly input: HTMLInputElement;
  styles: FieldStyles;
  error: string;
  isValid: boolean;
  brand: string;
  bin: string;
  /** Counts changes of the text, so that an answer for an older text is dropped. */
  turn: number;
}

function notify(field: Field, message: object): void {
  const { numKey, fieldType, txVariant } = field.config;
  parent.postMessage(JSON.stringify({ numKey, fieldType, txVariant, ...message }), shopOrigin);
}

async function seal(values: SealedNames): Promise<SealedNames> {
  const answer = await fetch('../seal', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  if (!answer.ok) throw new Error(`not sealed: ${answer.status}`);
  return (await answer.json()) as SealedNames;
}

/** Only text styles are accepted, so that the shop's page cannot disguise the field as something else. */
const STYLE_NAMES =
  /^(background|caretColor|color|display|font|fontFamily|fontSize|fontStyle|fontVariant|fontWeight|letterSpacing|lineHeight|padding|textAlign|textShadow|transition)$/;

function wear(element: HTMLElement, set: StyleSet | undefined): void {
  for (const [name, value] of Object.entries(set ?? {})) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (STYLE_NAMES.test(name)) element.style.setProperty(property, value);
  }
}

function dress(field: Field): void {
  const { input, styles, error, isValid } = field;
  input.removeAttribute('style');
  wear(input, styles.base);
  if (isValid) wear(input, styles.validated);
  if (error !== '') wear(input, styles.error);
  const colour = styles.placeholder?.['color'];
  if (colour !== undefined) document.documentElement.style.setProperty('--placeholder', colour);
  input.setAttribute('aria-invalid', String(error !== ''));
  const said = document.querySelector('#error');
  if (said) said.textContent = errorWords(field);
}

function wordsOf({ config }: Field): AdyenFieldWords {
  return config.iframeUIConfig?.ariaConfig?.[config.fieldType] ?? {};
}

function errorWords(field: Field): string {
  return field.error === '' ? '' : (wordsOf(field).error?.[field.error] ?? '');
}

/** Reports the field's error ('' for none). The page then treats the field as invalid until an encrypted value follows. */
function tellFault(field: Field, error: string): void {
  field.error = error;
  notify(field, { action: 'incomplete', error });
}

function tellBrandAndBin(field: Field): void {
  const digits = digitsIn(field.input.value);
  const brand = brandOf(digits);
  if (brand !== field.brand) {
    field.brand = brand;
    notify(field, {
      action: 'brand',
      brand,
      cvcPolicy: 'required',
      expiryDatePolicy: 'required',
      cvcText: 'Security code',
      showSocialSecurityNumber: false,
    });
  }
  const bin = digits.length < BIN_DIGITS ? '' : digits.slice(0, BIN_DIGITS);
  if (bin === field.bin) return;
  field.bin = bin;
  if (bin === '') notify(field, { action: 'binValue', binValue: digits });
  else
    void seal({ encryptedBin: bin }).then(({ encryptedBin }) => {
      if (field.bin === bin)
        notify(field, { action: 'binValue', binValue: bin, encryptedBin, uuid: crypto.randomUUID() });
    });
}

const PART_TYPES: Readonly<Record<string, string>> = {
  encryptedCardNumber: 'card',
  encryptedExpiryMonth: 'month',
  encryptedExpiryYear: 'year',
  encryptedSecurityCode: 'cvc',
};

async function tellSealed(field: Field): Promise<void> {
  const { turn } = field;
  const text = field.input.value;
  const blobs = await seal(field.kind.sealed(text));
  if (turn !== field.turn) return;
  const parts = Object.entries(blobs).map(([name, blob]): SealedPart => ({
    type: PART_TYPES[name] ?? name,
    encryptedFieldName: name,
    blob,
  }));
  const digits = digitsIn(text);
  field.isValid = true;
  field.error = '';
  dress(field);
  notify(field, {
    action: 'encryption',
    type: parts.at(-1)?.type,
    [field.config.fieldType]: parts,
    ...(field.config.fieldType === 'encryptedCardNumber'
      ? { endDigits: digits.slice(-LAST_DIGITS), issuerBin: digits.slice(0, LONG_BIN_DIGITS) }
      : {}),
  });
}

function typed(field: Field, isDeleting: boolean): void {
  const { input, kind } = field;
  reformat(input, kind.format(input.value, isDeleting));
  field.turn += 1;
  field.isValid = false;
  if (field.config.fieldType === 'encryptedCardNumber') tellBrandAndBin(field);
  const fault = kind.fault(input.value, field.config.cardGroupTypes ?? []);
  const isShown = fault !== null && kind.immediateFaults.includes(fault);
  tellFault(field, isShown ? (kind.errors[fault] ?? '') : '');
  dress(field);
  if (fault === null) void tellSealed(field);
}

function left(field: Field): void {
  notify(field, { action: 'focus', focus: false });
  const fault = field.kind.fault(field.input.value, field.config.cardGroupTypes ?? []);
  // An empty field is not a mistake yet: the page says so when the payer wants to pay.
  if (fault === null || fault === 'required') return;
  tellFault(field, field.kind.errors[fault] ?? '');
  dress(field);
}

function openField(config: FieldConfig): Field {
  const input = document.querySelector('input');
  if (!input) throw new Error('the frame lacks its field');
  const kind: FieldKind = FIELD_KINDS[config.fieldType];
  const ui = config.iframeUIConfig ?? {};
  const styles = ui.sfStyles ?? {};
  const field: Field = {
    config,
    kind,
    input,
    styles,
    error: '',
    isValid: false,
    brand: 'card',
    bin: '',
    turn: 0,
  };
  const { label, iframeTitle } = wordsOf(field);
  input.placeholder = ui.placeholders?.[kind.placeholderKey] ?? '';
  input.setAttribute('autocomplete', kind.autocomplete);
  input.maxLength = kind.maxLength;
  if (config.maskSecurityCode === true && config.fieldType === 'encryptedSecurityCode')
    input.type = 'password';
  input.setAttribute('aria-label', label ?? iframeTitle ?? '');
  document.documentElement.lang = ui.ariaConfig?.lang ?? 'ar';
  input.addEventListener('input', (event) =>
    typed(field, event instanceof InputEvent && event.inputType.startsWith('delete')),
  );
  input.addEventListener('focus', () => notify(field, { action: 'focus', focus: true }));
  input.addEventListener('blur', () => left(field));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') notify(field, { action: 'enterKeyPressed' });
    if (event.key === 'Tab' && event.shiftKey) notify(field, { action: 'shifttab' });
  });
  dress(field);
  return field;
}

function obey(field: Field, order: FieldOrder): void {
  if (order.focus === true) field.input.focus();
  if (order.autoComplete !== undefined) {
    field.input.value = order.autoComplete;
    typed(field, false);
  }
  if (order.styleObject) field.styles = order.styleObject;
  if (order.externalValidation === true || order.unsupportedCard !== undefined)
    field.error = order.code ?? '';
  dress(field);
}

let field: Field | null = null;

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.source !== parent || event.origin !== shopOrigin || typeof event.data !== 'string') return;
  const message = JSON.parse(event.data) as FieldConfig & FieldOrder;
  if (field !== null) {
    if (message.numKey === field.config.numKey) obey(field, message);
  } else if (message.fieldType in FIELD_KINDS) {
    field = openField(message);
    notify(field, { action: 'config' });
  }
});
