import * as v from 'valibot';

/**
 * How a field of a verb's input is typed on a command line: one word, all words joined by spaces, a list of words, an option with a
 * value, or an option without one. `placeholder` stands for the value in the help.
 */
export interface TypedField {
  readonly typed: 'word' | 'words' | 'list' | 'option' | 'flag';
  readonly placeholder: string;
}

const typedAs = <Input>(typed: TypedField['typed'], placeholder: string) =>
  v.metadata<Input, TypedField & Record<string, unknown>>({ typed, placeholder });

const required = v.pipe(v.string(), v.nonEmpty('is empty'));
const optional = v.optional(v.nullable(v.string()), null);

export const word = (placeholder: string) => v.pipe(required, typedAs('word', placeholder));

/** An order or a report by its number, which people type with spaces in it. */
export const words = (placeholder: string) => v.pipe(required, typedAs('words', placeholder));

export const optionalWords = (placeholder: string) => v.pipe(optional, typedAs('words', placeholder));

export const moreWords = (placeholder: string) =>
  v.pipe(v.optional(v.array(v.string()), []), typedAs('list', placeholder));

/** A number. NaN is accepted here, because the verb refuses it with a sentence of its own. */
export const numberWord = (placeholder: string) => v.pipe(word(placeholder), v.transform(Number));

export const option = (placeholder: string) => v.pipe(required, typedAs('option', placeholder));

export const optionalOption = (placeholder: string) => v.pipe(optional, typedAs('option', placeholder));

export const flag = () => v.pipe(v.optional(v.boolean(), false), typedAs('flag', ''));

/** The first moment of a day in UTC; null for a day that does not exist: JavaScript reads February 30th as a day in March. */
function readDay(text: string): Date | null {
  const from = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(from.getTime());
  return isDay && from.toISOString().startsWith(text) ? from : null;
}

export const optionalDay = () =>
  v.pipe(
    optionalOption('YYYY-MM-DD'),
    v.check((text) => text === null || readDay(text) !== null, 'is a day, written as 2026-12-31'),
    v.transform((text) => (text === null ? null : readDay(text))),
  );

/** The first moment of a day or minute in UTC; null if the text is neither. */
function readMoment(text: string): Date | null {
  const [day = '', minute = '00:00', ...rest] = text.split('T');
  const isMinute = /^([01]\d|2[0-3]):[0-5]\d$/.test(minute) && rest.length === 0;
  return isMinute && readDay(day) !== null ? new Date(`${day}T${minute}:00Z`) : null;
}

export const optionalMoment = () =>
  v.pipe(
    optionalOption('YYYY-MM-DD[THH:MM]'),
    v.check(
      (text) => text === null || readMoment(text) !== null,
      'is a day or a minute of UTC, written as 2026-12-31 or 2026-12-31T18:05',
    ),
    v.transform((text) => (text === null ? null : readMoment(text))),
  );

/** The schema of a verb's input: its fields by name. */
export type InputSchema = v.GenericSchema & { readonly entries: v.ObjectEntries };

export interface InputField extends TypedField {
  readonly name: string;
  readonly isRequired: boolean;
}

const OPTIONAL = ['optional', 'nullish'];

/** The fields in the order in which the schema lists them. */
export function fieldsOf({ entries }: InputSchema): InputField[] {
  return Object.entries(entries).map(([name, schema]) => {
    const { typed, placeholder } = v.getMetadata(schema) as Partial<TypedField>;
    if (typed === undefined || placeholder === undefined)
      throw new Error(`the field ${name} does not say how it is typed`);
    return { name, typed, placeholder, isRequired: !OPTIONAL.includes(schema.type) };
  });
}
