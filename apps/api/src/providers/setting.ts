import * as v from 'valibot';

/** Shapes of settings that several providers have. */
export const urlSetting = v.pipe(v.string(), v.url());

/** Keys of several lines travel in base64. */
export const pemSetting = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
  v.startsWith('-----BEGIN '),
);

/** Half of a provider's settings stop the start. */
export function needed(prefix: string) {
  return (name: string, value: string | undefined): string => {
    if (value === undefined) throw new Error(`missing in the environment: ${prefix}_${name}`);
    return value;
  };
}
