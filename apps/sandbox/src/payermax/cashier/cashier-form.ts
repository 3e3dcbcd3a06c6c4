import { cardFieldRules } from '../../world/fields/card-field-rules.ts';
import { reformat } from '../../world/fields/frame-field.ts';

/** Only for grouping the typed digits: the server reports mistakes, by the same rules. */
const RULES = cardFieldRules();

/** Removes a field's error once the payer changes it. */
function forgive(input: HTMLInputElement): void {
  input.setAttribute('aria-invalid', 'false');
  const error = document.getElementById(`${input.id}-error`);
  if (error) error.textContent = '';
}

for (const input of document.querySelectorAll<HTMLInputElement>('#pm-form input[type=text]')) {
  const rules = RULES[input.name as keyof typeof RULES];
  input.addEventListener('input', (event) => {
    const kind = event instanceof InputEvent ? event.inputType : '';
    reformat(input, rules.format(input.value, kind.startsWith('delete')));
    if (rules.fault(input.value) === null) forgive(input);
  });
}

document.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
