import { describe, expect, it } from 'vitest';
import { checkFile, FILE_BYTES_MAX, FILE_TYPES, isFileKey, isWithinFileCount } from './attachment.ts';

describe('[FBK-04] a file', () => {
  it.each(Object.entries(FILE_TYPES))('%s is taken up to its limit', (contentType, { kind }) => {
    const most = FILE_BYTES_MAX[kind];
    expect(checkFile({ contentType, bytes: most })).toEqual({ kind: 'fits', type: contentType });
    expect(checkFile({ contentType, bytes: most + 1 })).toEqual({ kind: 'file-too-large' });
    expect(checkFile({ contentType, bytes: 1 })).toEqual({ kind: 'fits', type: contentType });
    expect(checkFile({ contentType, bytes: 0 })).toEqual({ kind: 'file-empty' });
  });

  it.each(['image/svg+xml', 'text/html', 'application/pdf', 'toString', ''])(
    'that says it is %j is refused',
    (contentType) => {
      expect(checkFile({ contentType, bytes: 10 })).toEqual({ kind: 'file-type-refused' });
    },
  );
});

it('[FBK-01] at most three files', () => {
  expect(isWithinFileCount(3)).toBe(true);
  expect(isWithinFileCount(4)).toBe(false);
});

it('a key is a word of ours and nothing that leads elsewhere', () => {
  const name = 'abcdefghijklmnopabcdefghijklmnopabcdefgh';
  expect(isFileKey(`feedback-${name}`)).toBe(true);
  expect(isFileKey(`audit-20261105-${name}`)).toBe(true);
  for (const text of [
    name,
    `other-${name}`,
    `x/feedback-${name}`,
    `feedback-${name}x`,
    `feedback-../${name}`,
    `feedback-${name}\n`,
  ]) {
    expect(isFileKey(text)).toBe(false);
  }
});
