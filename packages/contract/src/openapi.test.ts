import { describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from './all-endpoints.ts';
import { addEvent } from './http/telemetry.ts';
import { createCoinPay } from './http/orders.ts';
import { findRecipient } from './http/recipients.ts';
import { openApiDocument, schemaOf } from './openapi.ts';

const document = openApiDocument('1.0.328');

describe('the OpenAPI document', () => {
  it('has every call under every method', () => {
    for (const call of ALL_ENDPOINTS) {
      expect(Object.keys(document.paths[call.path] ?? {})).toEqual(
        call.methods.map((method) => method.toLowerCase()),
      );
    }
    expect(Object.keys(document.paths)).toHaveLength(ALL_ENDPOINTS.length);
  });

  it('names the fields as the wire does: in the query of a GET, in the body of a POST', () => {
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

  it('lists the refusals with their numbers', () => {
    const text = JSON.stringify(document.paths[findRecipient.path]);
    expect(text).toContain('20001 banned');
    expect(text).toContain('22001 malformed');
    expect(text).toContain('22003 too-many-tries');
  });

  it('has one name per operation, and only references that lead somewhere', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"operationId":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(names).size).toBe(names.length);
    const parts = document.components as Record<string, Record<string, unknown>>;
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
      expect(parts[kind]?.[name]).toBeDefined();
  });
});

it('a number that may come as text keeps its limits to the number', () => {
  expect(schemaOf(addEvent.request).properties?.['int_param1']).toEqual({
    anyOf: [
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^-?\\d{1,16}$' },
    ],
  });
});
