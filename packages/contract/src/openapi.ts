import { toJsonSchema } from '@valibot/to-json-schema';
import { ALL_ENDPOINTS, type AnyEndpoint } from './all-endpoints.ts';
import {
  REQUEST_ID_HEADER,
  SESSION_KEY_HEADERS,
  sessionKeyHeader,
  type Endpoint,
  type Method,
} from './endpoint.ts';
import { ERROR_CATALOGUE, FAULT } from './error-catalogue.ts';
import type { RefusalKind } from './refusal-results.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly [keyword: string]: unknown;
}

const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/**
 * A number that may also be sent as text becomes `anyOf` two schemas. The converter puts the number's limits beside
 * `anyOf`, where they would apply to the text too, so they are moved into the number.
 */
function withLimitsInside({ type, anyOf = [], ...rest }: JsonSchema): JsonSchema {
  const limits = Object.fromEntries(Object.entries(rest).filter(([keyword]) => LIMITS.includes(keyword)));
  const others = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !LIMITS.includes(keyword)));
  const choices = anyOf.map((choice) =>
    choice.type === 'number' ? { ...choice, ...limits, ...(type === undefined ? {} : { type }) } : choice,
  );
  return { ...others, anyOf: choices };
}

function tidy(schema: JsonSchema): JsonSchema {
  const { $schema: _draft, ...bare } = schema;
  const inner: JsonSchema = {
    ...bare,
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(tidy) } : {}),
    ...(schema.items ? { items: tidy(schema.items) } : {}),
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, value]) => [name, tidy(value)]),
          ),
        }
      : {}),
  };
  return inner.anyOf ? withLimitsInside(inner) : inner;
}

/** The schema by its wire names, before the codec's transformation. */
export function schemaOf(shape: Pick<Endpoint['request'], 'schema'>): JsonSchema {
  const schema = toJsonSchema(shape.schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  return tidy(JSON.parse(JSON.stringify(schema)) as JsonSchema);
}

/** Refusals by the checks before every call. */
export const DOOR_REFUSALS: readonly RefusalKind[] = ['malformed', 'card-data', 'too-many-tries'];

/** Further refusals of a call that changes something: the request does not come from our page, or its device is unclear. */
const OF_CHANGES: readonly RefusalKind[] = ['from-elsewhere', 'device-unclear'];

/** The refusal of a GET by a browser if the call changes something or its query has a secret. */
const OF_GET: readonly RefusalKind[] = ['post-only'];

/** The call's name in words. */
export function titleOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first part of a path after /api/. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'api') ?? 'api';
}

export function refusalsOf(call: AnyEndpoint): readonly RefusalKind[] {
  return [
    ...new Set([
      ...(call.refusals ?? []),
      ...DOOR_REFUSALS,
      ...(call.changes ? OF_CHANGES : []),
      ...(call.methods.includes('GET') ? OF_GET : []),
    ]),
  ];
}

function envelopeOf(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['result', 'code', 'message', 'data'],
    properties: {
      result: { const: 0 },
      code: { const: 200 },
      message: { type: 'string' },
      data,
      toast: { type: 'string' },
    },
  };
}

function asJson(schema: JsonSchema): { readonly 'application/json': { readonly schema: JsonSchema } } {
  return { 'application/json': { schema } };
}

/** Several refusals share a status, so each status lists its possible results. */
function refusalResponses(call: AnyEndpoint): [string, object][] {
  const kinds = refusalsOf(call);
  const statuses = [...new Set(kinds.map((kind) => ERROR_CATALOGUE[kind].httpStatus))];
  return statuses.map((status) => {
    const rows = kinds
      .filter((kind) => ERROR_CATALOGUE[kind].httpStatus === status)
      .map((kind) => `${ERROR_CATALOGUE[kind].result} ${kind}`);
    return [String(status), { description: `Refused: ${rows.join(', ')}`, content: asJson(REFUSAL) }];
  });
}

const REFUSAL: JsonSchema = { $ref: '#/components/schemas/Refusal' };

function responsesOf(call: AnyEndpoint): Record<string, object> {
  const refused = Object.fromEntries(refusalResponses(call));
  const good = envelopeOf(schemaOf(call.answer));
  const sameStatus = refused['200'] as { description: string } | undefined;
  return {
    ...refused,
    '200': {
      description: sameStatus ? `Answered, or refused. ${sameStatus.description}` : 'Answered',
      content: asJson(sameStatus ? { anyOf: [good, REFUSAL] } : good),
    },
    [FAULT.httpStatus]: {
      description: 'A fault of ours; the answer does not say which',
      content: asJson(REFUSAL),
    },
  };
}

function headersOf(call: AnyEndpoint): object[] {
  const sessionKey = { $ref: `#/components/parameters/${sessionKeyHeader(call.path)}` };
  const requestId = { $ref: `#/components/parameters/${REQUEST_ID_HEADER}` };
  return call.refusals?.includes('request-id-missing') ? [sessionKey, requestId] : [sessionKey];
}

function bodyOf(call: AnyEndpoint, request: JsonSchema): object {
  if (call.filePart === undefined) {
    return { ...asJson(request), 'application/x-www-form-urlencoded': { schema: request } };
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const schema = {
    ...request,
    required: [...(request.required ?? []), call.filePart],
    properties: { ...request.properties, [call.filePart]: file },
  };
  return { 'multipart/form-data': { schema } };
}

function operationOf(call: AnyEndpoint, method: Method): object {
  const request = schemaOf(call.request);
  const fields = Object.entries(request.properties ?? {});
  const isFirst = call.methods[0] === method;
  return {
    operationId: isFirst ? call.name : `${call.name}By${titleOf(method)}`,
    summary: titleOf(call.name),
    tags: [tagOf(call.path)],
    parameters: [
      ...(method === 'GET'
        ? fields.map(([name, schema]) => ({
            name,
            in: 'query',
            required: request.required?.includes(name) ?? false,
            schema,
          }))
        : []),
      ...headersOf(call),
    ],
    ...(method === 'POST'
      ? {
          requestBody: {
            required: fields.length > 0,
            content: bodyOf(call, request),
          },
        }
      : {}),
    responses: responsesOf(call),
  };
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
}

function headerParameter(name: string, description: string): object {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

/** The contract as an OpenAPI document. */
export function openApiDocument(
  version: string,
  calls: readonly AnyEndpoint[] = ALL_ENDPOINTS,
): OpenApiDocument {
  const paths = calls.map(
    (call) =>
      [
        call.path,
        Object.fromEntries(call.methods.map((method) => [method.toLowerCase(), operationOf(call, method)])),
      ] as const,
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jawhara API',
      version,
      description:
        'Every answer is an envelope: result 0 is good, any other result is a refusal with its message.',
    },
    paths: Object.fromEntries(paths),
    components: {
      parameters: {
        ...Object.fromEntries(
          SESSION_KEY_HEADERS.map((name) => [name, headerParameter(name, 'The key of a signed-in account')]),
        ),
        [REQUEST_ID_HEADER]: headerParameter(REQUEST_ID_HEADER, 'The idempotency key of a call that creates'),
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['result', 'code', 'message', 'data'],
          properties: {
            result: { type: 'integer', not: { const: 0 } },
            code: { type: 'integer' },
            message: { type: 'string' },
            data: {},
          },
        },
      },
    },
  };
}
