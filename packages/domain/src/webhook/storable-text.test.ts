import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storableJson, storableText } from './storable-text.ts';

const NUL = '\0';

describe('[NET-14] storable text', () => {
  it('in a stored text NUL characters are removed, broken surrogates are replaced, and all else stays', () => {
    expect(storableText(`pay${NUL}_1${NUL}`)).toBe('pay_1');
    expect(storableText('a\ud800b\udc00c')).toBe('a\ufffdb\ufffdc');
    expect(storableText('نورة 😀 \u0001\n')).toBe('نورة 😀 \u0001\n');
  });
});

describe('[NET-14] storable JSON', () => {
  it.each([
    ['an escaped NUL', String.raw`{"a":"5\u00001"}`, { a: '51' }],
    ['a raw NUL', `{"a":"5${NUL}1"}`, { a: '51' }],
    ['NUL in a name', String.raw`{"a\u0000b":1}`, { ab: 1 }],
    ['a high surrogate alone', String.raw`{"a":"\ud83dx"}`, { a: '\ufffdx' }],
    ['a low surrogate alone', String.raw`{"a":"\uDE00"}`, { a: '\ufffd' }],
    ['two high surrogates before a low one', String.raw`{"a":"\ud83d\ud83d\ude00"}`, { a: '\ufffd😀' }],
    ['a surrogate pair', String.raw`{"a":"\uD83D\uDE00"}`, { a: '😀' }],
    ['a backslash before u0000', String.raw`{"a":"\\u0000"}`, { a: String.raw`\u0000` }],
    ['a backslash before an escaped NUL', String.raw`{"a":"\\\u0000"}`, { a: '\\' }],
  ])('JSON is made storable: %s', (_what, sent, read) => {
    expect(JSON.parse(storableJson(sent))).toEqual(read);
  });

  it('JSON without unstorable characters is stored byte for byte as sent', () => {
    const sent = '{ "amount": 1.0e2, "id":9007199254740993, "text": "a\\n\\u0041\\/" }';
    expect(storableJson(sent)).toBe(sent);
  });

  it('stored JSON contains no NUL and no broken surrogate, whatever was sent', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.boolean(), (texts, isEscaped) => {
        const json = JSON.stringify(texts);
        const sent = isEscaped
          ? json.replaceAll(
              /[^\x20-\x7e]/g,
              (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
          : json;
        const read = JSON.parse(storableJson(sent)) as string[];
        expect(read).toEqual(texts.map(storableText));
      }),
    );
  });
});
