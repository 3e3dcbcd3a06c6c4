import { toJsonSchema } from '@valibot/to-json-schema';
import type { Endpoint } from './endpoint.ts';

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
 * A number that may come as text is a choice of two with limits behind it. The converter writes those limits beside
 * the choice, where they would forbid the text: they belong to the number alone.
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

/** The schema on the wire, by its wire names: the side of a codec before our words. */
export function schemaOf(shape: Pick<Endpoint['request'], 'schema'>): JsonSchema {
  const schema = toJsonSchema(shape.schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  return tidy(JSON.parse(JSON.stringify(schema)) as JsonSchema);
}
