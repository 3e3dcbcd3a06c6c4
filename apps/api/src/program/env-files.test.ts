import { expect, it } from 'vitest';
import { withFiles } from './env-files.ts';

const FILES: Record<string, string> = { '/run/secrets/key': 'sk_secret\n', '/run/secrets/two': 'a\nb\r\n' };
const read = (path: string): string => {
  const text = FILES[path];
  if (text === undefined) throw new Error('no such file');
  return text;
};

it('a setting can be read from a file, without its last line break', () => {
  const env = { SECRET_KEY_FILE: '/run/secrets/key', TWO_FILE: '/run/secrets/two', PLAIN: 'x' };
  expect(withFiles(env, read)).toMatchObject({ SECRET_KEY: 'sk_secret', TWO: 'a\nb', PLAIN: 'x' });
});

it('a setting that is given both directly and as a file, or whose file is missing, stops the start and is named', () => {
  const twice = { SECRET_KEY: 'a', SECRET_KEY_FILE: '/run/secrets/key' };
  expect(() => withFiles(twice, read)['SECRET_KEY']).toThrow('SECRET_KEY and SECRET_KEY_FILE');
  expect(() => withFiles({ OTHER_FILE: '/nowhere' }, read)['OTHER']).toThrow('OTHER_FILE');
});

it('a file named by an environment variable that is no setting of ours is not opened', () => {
  const env = withFiles({ CLI_CONFIG_FILE: '/nowhere', SECRET_KEY_FILE: '/run/secrets/key' }, read);
  expect(env['SECRET_KEY']).toBe('sk_secret');
});

it('settings whose value is a file name are not replaced by the content of the file, and an empty file name is ignored', () => {
  const env = { OPERATOR_FACTS_FILE: '/facts.json', COUNTRY_RANGES_FILE: '/ranges', EMPTY_FILE: '' };
  expect(withFiles(env, read)).toEqual(env);
});
