import { describe, expect, it } from 'vitest';
import { checkFile, FILE_BYTES_MAX, FILE_TYPES, isFileKey, isWithinFileCount } from './attachment.ts';

describe('[FBK-04] a file', () => {
  it.each(Object.entries(FILE_TYPES))(
    'an attached file of type %s is accepted up to its size limit and refused above it',
    (contentType, { kind }) => {
      const most = FILE_BYTES_MAX[kind];
      expect(checkFile({ contentType, bytes: most })).toEqual({ kind: 'fits', type: contentType });
      expect(checkFile({ contentType, bytes: most + 1 })).toEqual({ kind: 'file-too-large' });
      expect(checkFile({ contentType, bytes: 1 })).toEqual({ kind: 'fits', type: contentType });
      expect(checkFile({ contentType, bytes: 0 })).toEqual({ kind: 'file-empty' });
    },
  );

  it.each(['image/svg+xml', 'text/html', 'application/pdf', 'toString', ''])(
    'an attached file of type %j is refused',
    (contentType) => {
      expect(checkFile({ contentType, bytes: 10 })).toEqual({ kind: 'file-type-refused' });
    },
  );
});

it('[FBK-01] a report may have three attached files, not four', () => {
  expect(isWithinFileCount(3)).toBe(true);
  expect(isWithinFileCount(4)).toBe(false);
});

it('a stored file’s key must be one of our prefixes and a name, without a path', () => {
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
