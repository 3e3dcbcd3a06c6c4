import { SESSION_KEY_HEADERS, type AnyEndpoint } from '@jawhara/contract';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import * as v from 'valibot';
import { arbitraryOf, type Pools } from './arbitrary-of.ts';
import { hostileText, hostileValue, nearlyValid } from './hostile.ts';

/** The caller: unknown, a device, or an account on a device. */
export interface Identity {
  readonly cookie?: string;
  readonly sessionKey?: string;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Removes characters that a header must not contain, because an HTTP client would refuse to send them. */
function headerSafe(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, '').slice(0, 500);
}

const encodings = ['json', 'form', 'query'] as const;
type Encoding = (typeof encodings)[number];

function encoded(wire: Record<string, unknown>, encoding: Encoding, method: string): Partial<InjectOptions> {
  const form = () =>
    new URLSearchParams(
      Object.entries(wire).map(([name, value]): [string, string] => [name, asText(value)]),
    ).toString();
  if (method === 'GET' || encoding === 'query') return { query: form() };
  if (encoding === 'form')
    return { payload: form(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  return { payload: JSON.stringify(wire), headers: { 'content-type': 'application/json' } };
}

const BOUNDARY = 'fuzz-boundary';

function multipart(
  wire: Record<string, unknown>,
  filePart: string,
  file: Uint8Array,
): Partial<InjectOptions> {
  const fields = Object.entries(wire).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${headerSafe(name).replaceAll('"', '')}"\r\n\r\n${asText(value)}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${filePart}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    payload: Buffer.concat([
      Buffer.from(fields.join('')),
      Buffer.from(head),
      file,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** Bodies from which no parameters can be read. */
const rawBody: fc.Arbitrary<Partial<InjectOptions>> = fc
  .tuple(
    fc.oneof(
      hostileValue.map(asText),
      fc.constantFrom('{', '[1,', '"x"', '{"a":1}}', '\u0000', '{"__proto__":{"a":1}}'),
    ),
    fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/json; charset=utf-16',
      '',
    ),
  )
  .map(([payload, type]) => ({ payload, headers: { 'content-type': type } }));

/** A request to this call: valid, nearly valid, or hostile. */
export function requestTo(
  call: AnyEndpoint,
  pools: Pools,
  identities: readonly Identity[],
): fc.Arbitrary<InjectOptions> {
  const made = arbitraryOf(call.request.schema, pools);
  // Rules about several fields are functions, which cannot be read. So the first of a few values that fits all rules is used.
  const valid = fc.tuple(made, made, made, made).map((tries) => {
    const wire = tries.find((one) => v.is(call.request.schema, one)) ?? tries[0];
    return typeof wire === 'object' && wire !== null ? { ...wire } : {};
  });
  const hostile = fc.dictionary(hostileText, hostileValue, { maxKeys: 6 });
  const wire = fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 5, arbitrary: nearlyValid(valid) },
    { weight: 1, arbitrary: hostile },
  );
  const file = fc.uint8Array({ maxLength: 300 });
  const body = fc
    .tuple(wire, fc.constantFrom(...encodings), fc.constantFrom(...call.methods), file)
    .map(([parameters, encoding, method, bytes]) => ({
      method,
      ...(call.filePart === undefined
        ? encoded(parameters, encoding, method)
        : multipart(parameters, call.filePart, bytes)),
    }));
  const raw = fc
    .tuple(rawBody, fc.constantFrom(...call.methods))
    .map(([options, method]) => ({ method, ...options }));
  return fc
    .record({
      options: fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: raw }),
      identity: fc.constantFrom(...identities),
      requestId: fc.oneof(
        fc.uuid(),
        fc.constantFrom(...((pools['request_id'] ?? ['']) as string[])),
        hostileText,
      ),
      address: fc.oneof({ weight: 9, arbitrary: fc.ipV4() }, { weight: 1, arbitrary: hostileText }),
      odd: fc.option(fc.tuple(fc.constantFrom(...SESSION_KEY_HEADERS, 'cookie', 'x-cli-id'), hostileText), {
        freq: 8,
        nil: null,
      }),
    })
    .map(({ options, identity, requestId, address, odd }): InjectOptions => ({
      ...options,
      url: call.path,
      remoteAddress: '127.0.0.1',
      headers: {
        ...options.headers,
        'x-request-id': headerSafe(requestId),
        'x-forwarded-for': headerSafe(address),
        ...(identity.cookie === undefined ? {} : { cookie: identity.cookie }),
        ...(identity.sessionKey === undefined
          ? {}
          : { 'x-session-key': identity.sessionKey, 'x-account-token': identity.sessionKey }),
        ...(odd === null ? {} : { [odd[0]]: headerSafe(odd[1]) }),
      },
    }));
}
