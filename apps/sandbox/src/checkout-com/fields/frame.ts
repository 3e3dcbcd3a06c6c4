import { schemeOf, type Scheme } from '../../world/card-number.ts';
import { cardFieldRules } from '../../world/fields/card-field-rules.ts';
import { digitsIn, readExpiry } from '../../world/fields/card-input.ts';
import type { FieldName } from '../../world/fields/field-words.ts';
import { frameField, type FrameField } from '../../world/fields/frame-field.ts';
import { wordsFor } from './frame-words.ts';
import type { CheckoutComFrameSettings, CheckoutComFromFrame, CheckoutComToFrame } from './messages.ts';

const BIN_DIGITS = 8;

/** The origin of the page that made this frame: messages are accepted from it and sent to it alone. */
const shopOrigin = new URLSearchParams(location.search).get('parent') ?? '';

function notify(message: CheckoutComFromFrame): void {
  parent.postMessage(message, shopOrigin);
}

interface Form {
  readonly fields: readonly FrameField[];
  readonly settings: CheckoutComFrameSettings;
  binRefusal: string | null;
  bin: string;
}

function value(form: Form, name: FieldName): string {
  return form.fields.find((field) => field.name === name)?.input.value ?? '';
}

function showScheme(scheme: Scheme | null): void {
  for (const mark of document.querySelectorAll<SVGElement>('[data-scheme]')) {
    mark.toggleAttribute('hidden', mark.dataset['scheme'] !== scheme);
  }
}

function changed(form: Form): void {
  const digits = digitsIn(value(form, 'number'));
  showScheme(schemeOf(digits));
  const bin = digits.length >= BIN_DIGITS ? digits.slice(0, BIN_DIGITS) : '';
  if (bin !== form.bin) {
    form.bin = bin;
    form.binRefusal = null;
    const scheme = schemeOf(bin);
    if (bin !== '' && scheme !== null) notify({ type: 'bin', bin, scheme });
  }
  notify({ type: 'change', isValid: form.fields.every((field) => field.fault() === null) });
}

function fieldNames(settings: CheckoutComFrameSettings): FieldName[] {
  if (settings.component === 'card_cvv') return ['cvv'];
  if (settings.cardholderName === 'hidden') return ['number', 'expiry', 'cvv'];
  return settings.cardholderName === 'top'
    ? ['holder', 'number', 'expiry', 'cvv']
    : ['number', 'expiry', 'cvv', 'holder'];
}

function arrange(settings: CheckoutComFrameSettings, names: readonly FieldName[]): void {
  const words = wordsFor(settings.locale);
  document.documentElement.dir = words.direction;
  document.documentElement.lang = settings.locale;
  for (const [name, look] of Object.entries(settings.look))
    document.documentElement.style.setProperty(`--${name}`, look);
  for (const element of document.querySelectorAll<HTMLElement>('[data-field]')) {
    if (!names.includes(element.dataset['field'] as FieldName)) element.remove();
  }
  if (names[0] === 'holder')
    document.querySelector('form')?.prepend(...document.querySelectorAll('[data-field="holder"]'));
  document.querySelector('.two')?.classList.toggle('one', settings.component === 'card_cvv');
}

function openForm(settings: CheckoutComFrameSettings): Form {
  const names = fieldNames(settings);
  arrange(settings, names);
  const words = wordsFor(settings.locale);
  const form: { -readonly [Key in keyof Form]: Form[Key] } = {
    fields: [],
    settings,
    binRefusal: null,
    bin: '',
  };
  const rules = cardFieldRules({
    ...settings,
    refusal: () => (form.binRefusal === null ? null : { sentence: form.binRefusal }),
  });
  form.fields = names.map((name) => frameField(name, words, rules[name], () => changed(form)));
  return form;
}

function tokenRequest(form: Form): object | null {
  const cvv = digitsIn(value(form, 'cvv'));
  if (form.settings.component === 'card_cvv') return { type: 'cvv', token_data: { cvv } };
  const expiry = readExpiry(value(form, 'expiry'), new Date());
  if (typeof expiry === 'string') return null;
  const name = value(form, 'holder').trim();
  return {
    type: 'card',
    number: digitsIn(value(form, 'number')),
    expiry_month: expiry.month,
    expiry_year: expiry.year,
    cvv,
    ...(name === '' ? {} : { name }),
  };
}

async function tokenize(form: Form, id: number): Promise<void> {
  const wrong = form.fields.filter((field) => field.fault() !== null);
  for (const field of form.fields) field.show(true);
  const body = tokenRequest(form);
  if (wrong.length > 0 || body === null) {
    wrong[0]?.input.focus();
    notify({ type: 'failed', id, why: 'invalid', codes: [] });
    return;
  }
  try {
    const answer = await fetch('/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: form.settings.publicKey },
      body: JSON.stringify(body),
    });
    const data = answer.status === 401 ? {} : ((await answer.json()) as Record<string, unknown>);
    if (answer.ok) notify({ type: 'tokenized', id, data });
    else
      notify({
        type: 'failed',
        id,
        why: 'request',
        codes: (data['error_codes'] as string[] | undefined) ?? [String(answer.status)],
      });
  } catch {
    notify({ type: 'failed', id, why: 'request', codes: ['network_error'] });
  }
}

let form: Form | null = null;

function handleMessage(message: CheckoutComToFrame): void {
  if (message.type === 'configure' && form === null) {
    form = openForm(message.settings);
    document.body.hidden = false;
    new ResizeObserver(() =>
      notify({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body);
    notify({ type: 'ready' });
  } else if (message.type === 'tokenize' && form !== null) {
    void tokenize(form, message.id);
  } else if (message.type === 'judge-bin' && form !== null) {
    form.binRefusal = message.refusal;
    form.fields.find((field) => field.name === 'number')?.show(message.refusal !== null);
    changed(form);
  }
}

addEventListener('message', (event: MessageEvent<CheckoutComToFrame>) => {
  if (event.source === parent && event.origin === shopOrigin) handleMessage(event.data);
});
document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
if (shopOrigin !== '' && parent !== window) notify({ type: 'loaded' });
