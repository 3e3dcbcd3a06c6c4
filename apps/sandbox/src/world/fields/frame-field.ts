import type { FieldFault, FieldRules } from './field-rules.ts';
import type { FieldName, FrameWords } from './field-words.ts';

/** An input of the frame with its label, hint and error. */
export interface FrameField {
  readonly name: FieldName;
  readonly input: HTMLInputElement;
  fault(): FieldFault | null;
  /** An error is shown only after the payer has left the field, or when they try to pay. */
  show(isForced: boolean): void;
}

function part(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the frame lacks ${selector}`);
  return found;
}

/** Sets the newly grouped text and keeps the caret behind the same digit. */
export function reformat(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const before = input.value.slice(0, caret).replace(/[\s/]/g, '').length;
  input.value = text;
  let position = 0;
  for (let seen = 0; position < text.length && seen < before; position += 1) {
    if (!/[\s/]/.test(text[position] ?? '')) seen += 1;
  }
  const place = isAtEnd ? text.length : position;
  if (document.activeElement === input) input.setSelectionRange(place, place);
}

export function frameField(
  name: FieldName,
  words: FrameWords,
  rules: FieldRules,
  onChange: () => void,
): FrameField {
  const root = part(document, `[data-field="${name}"]`);
  const input = part(root, 'input') as HTMLInputElement;
  const box = part(root, '.in');
  const error = part(root, '.err');
  const hint = part(root, '.hp');
  const own = words.fields[name];
  let wasLeft = false;

  part(root, 'label').textContent = own.label;
  input.placeholder = own.placeholder;
  hint.textContent = own.hint;

  const fault = (): FieldFault | null => rules.fault(input.value);

  function show(isForced: boolean): void {
    const found = fault();
    const isShown = found !== null && (isForced || wasLeft);
    const text = typeof found === 'string' ? (own.faults[found] ?? words.other) : (found?.sentence ?? '');
    box.classList.toggle('bad', isShown);
    box.classList.toggle('good', found === null);
    error.hidden = !isShown;
    part(error, 'span').textContent = isShown ? text : '';
    hint.hidden = isShown || own.hint === '';
    input.setAttribute('aria-invalid', String(isShown));
    input.setAttribute('aria-describedby', isShown ? error.id : hint.id);
  }

  input.addEventListener('input', (event) => {
    const kind = event instanceof InputEvent ? event.inputType : '';
    reformat(input, rules.format(input.value, kind.startsWith('delete')));
    // While the payer corrects the field its error disappears; a new error appears only when the field is left.
    if (fault() !== null) wasLeft = false;
    show(false);
    onChange();
  });
  input.addEventListener('focus', () => box.classList.add('focus'));
  input.addEventListener('blur', () => {
    box.classList.remove('focus');
    wasLeft = true;
    show(false);
    onChange();
  });
  show(false);
  return { name, input, fault, show };
}
