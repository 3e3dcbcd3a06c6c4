import { recordIn, type Json } from '../world/reading.ts';

/** The path in a form field's name: "payment_method_data[card][token]" and "expand[]". */
function pathOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))];
}

/** Reads a form body or a query into nested objects, as Stripe does. Every value in it is text. */
export function formIn(values: Iterable<readonly [string, string]>): Json {
  const form: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const path = pathOf(name);
    const last = path.pop() ?? '';
    const at = path.reduce<Record<string, unknown>>((outer, part) => {
      const inside = { ...recordIn(outer[part]) };
      outer[part] = inside;
      return inside;
    }, form);
    at[last] = value;
  }
  return form;
}

/** Whole minor units, as text. Null for anything else. */
export function amountIn(form: Json, name: string): number | null {
  const text = form[name];
  return typeof text === 'string' && /^\d{1,8}$/.test(text) ? Number(text) : null;
}
