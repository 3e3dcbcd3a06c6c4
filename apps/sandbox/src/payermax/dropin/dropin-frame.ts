import { schemeOf } from '../../world/card-number.ts';
import { cardFieldRules } from '../../world/fields/card-field-rules.ts';
import { digitsIn, readExpiry } from '../../world/fields/card-input.ts';
import type { FieldName } from '../../world/fields/field-words.ts';
import { frameField, type FrameField } from '../../world/fields/frame-field.ts';
import { dropinWords } from './dropin-words.ts';
import type {
  PayermaxFrameSettings,
  PayermaxFromFrame,
  Localization,
  PaidMessage,
  PayermaxToFrame,
} from './messages.ts';

const NAMES = ['number', 'expiry', 'cvv', 'holder'] as const satisfies readonly FieldName[];
const OUT_OF_REACH: PaidMessage = { code: 'SYSTEM_ERROR', message: 'network error' };

/** The origin of the page that made this frame: messages are accepted from it and sent to it alone. */
const shopOrigin = new URLSearchParams(location.search).get('parent') ?? '';

function notify(message: PayermaxFromFrame): void {
  parent.postMessage(message, shopOrigin);
}

interface Form {
  readonly settings: PayermaxFrameSettings;
  fields: readonly FrameField[];
}

function value(form: Form, name: FieldName): string {
  return form.fields.find((field) => field.name === name)?.input.value ?? '';
}

function changed(form: Form): void {
  const scheme = schemeOf(digitsIn(value(form, 'number')));
  for (const mark of document.querySelectorAll<SVGElement>('[data-scheme]'))
    mark.toggleAttribute('hidden', mark.dataset['scheme'] !== scheme);
  notify({ type: 'form-check', isFormValid: form.fields.every((field) => field.fault() === null) });
}

const RULES = cardFieldRules();

/** Builds the fields with their texts. For another language they are built again around the typed text. */
function dress(form: Form, language: string, localization: Localization): void {
  const words = dropinWords(language, localization);
  document.documentElement.dir = words.direction;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll<HTMLElement>('[data-field]')) {
    const fresh = element.cloneNode(true) as HTMLElement;
    const typed = element.querySelector('input')?.value ?? '';
    element.replaceWith(fresh);
    const input = fresh.querySelector('input');
    if (input) input.value = typed;
  }
  const label = document.querySelector('#card-save-label');
  if (label) label.textContent = words.save;
  form.fields = NAMES.map((name) => frameField(name, words, RULES[name], () => changed(form)));
}

async function post(path: string, body: object): Promise<PaidMessage> {
  try {
    const answer = await fetch(`/payermax/dropin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as PaidMessage;
  } catch {
    return OUT_OF_REACH;
  }
}

async function pay(form: Form): Promise<PaidMessage> {
  const wrong = form.fields.filter((field) => field.fault() !== null);
  for (const field of form.fields) field.show(true);
  const expiry = readExpiry(value(form, 'expiry'), new Date());
  if (wrong.length > 0 || typeof expiry === 'string') {
    wrong[0]?.input.focus();
    return { code: 'FORM_INVALID', message: 'form is not valid' };
  }
  const { clientKey, sessionKey } = form.settings;
  return post('tokens', {
    clientKey,
    sessionKey,
    number: digitsIn(value(form, 'number')),
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    cvv: digitsIn(value(form, 'cvv')),
    holder: value(form, 'holder').trim(),
    isAgreed: document.querySelector<HTMLInputElement>('#card-save')?.checked === true,
  });
}

async function open(settings: PayermaxFrameSettings): Promise<Form> {
  const form: Form = { settings, fields: [] };
  const { clientKey, sessionKey, language, localization } = settings;
  const session = await post('sessions', { clientKey, sessionKey });
  const save = document.querySelector<HTMLElement>('.save');
  if (save) save.hidden = settings.hideSaveCard || session.data?.['offersToKeep'] !== true;
  dress(form, language, localization);
  document.body.hidden = false;
  new ResizeObserver(() =>
    notify({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body);
  notify({ type: 'ready', code: session.code === 'APPLY_SUCCESS' ? 'SUCCESS' : session.code });
  return form;
}

let opening: Promise<Form> | null = null;

async function handleMessage(message: PayermaxToFrame): Promise<void> {
  if (message.type === 'configure') {
    opening ??= open(message.settings);
    return;
  }
  const form = await opening;
  if (form === null) return;
  if (message.type === 'pay') notify({ type: 'paid', id: message.id, answer: await pay(form) });
  else if (message.type === 'language') dress(form, message.language, message.localization);
  else
    for (const input of document.querySelectorAll<HTMLInputElement>('input'))
      input.disabled = message.isDisabled;
}

addEventListener('message', (event: MessageEvent<PayermaxToFrame>) => {
  if (event.source === parent && event.origin === shopOrigin) void handleMessage(event.data);
});
document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
if (shopOrigin !== '' && parent !== window) notify({ type: 'loaded' });
