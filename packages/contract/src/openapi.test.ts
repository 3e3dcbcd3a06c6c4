import { describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from './all-endpoints.ts';
import { addEvent } from './http/telemetry.ts';
import { createCoinPay } from './http/orders.ts';
import { findRecipient } from './http/recipients.ts';
import { openApiDocument, schemaOf } from './openapi.ts';

const document = openApiDocument('1.0.328');

describe('the OpenAPI document', () => {
  it('the OpenAPI document lists every call under each of its methods', () => {
    for (const call of ALL_ENDPOINTS) {
      expect(Object.keys(document.paths[call.path] ?? {})).toEqual(
        call.methods.map((method) => method.toLowerCase()),
      );
    }
    expect(Object.keys(document.paths)).toHaveLength(ALL_ENDPOINTS.length);
  });

  it('the OpenAPI document names the fields as on the wire: query for GET, body for POST', () => {
    expect(document.paths[findRecipient.path]?.['get']).toMatchObject({
      operationId: 'findRecipient',
      parameters: expect.arrayContaining([
        { name: 'display_id', in: 'query', required: true, schema: { type: 'string', maxLength: 64 } },
      ]),
    });
    expect(document.paths[createCoinPay.path]?.['post']).toMatchObject({
      requestBody: {
        content: {
          'application/json': { schema: { required: expect.arrayContaining(['recharge_id', 'uid']) } },
        },
      },
    });
  });

  it('the OpenAPI document lists each call’s refusals with their result numbers', () => {
    const text = JSON.stringify(document.paths[findRecipient.path]);
    expect(text).toContain('20001 banned');
    expect(text).toContain('22001 malformed');
    expect(text).toContain('22003 too-many-tries');
  });

  it('the OpenAPI document has unique operation names and no broken references', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"operationId":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(names).size).toBe(names.length);
    const parts = document.components as Record<string, Record<string, unknown>>;
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
      expect(parts[kind]?.[name]).toBeDefined();
  });
});

it('in the OpenAPI document a field that may be number or text states its limits for the number and a pattern for the text', () => {
  expect(schemaOf(addEvent.request).properties?.['int_param1']).toEqual({
    anyOf: [
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^-?\\d{1,16}$' },
    ],
  });
});
