import {
  ALL_ENDPOINTS,
  ERROR_CATALOGUE,
  errorMessage,
  openApiDocument,
  refusalsOf,
  schemaOf,
  titleOf,
  type AnyEndpoint,
  type JsonSchema,
} from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';

/**
 * The API reference: a page for people, made from the same values by which the server runs. It has no script and loads
 * nothing.
 */

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function text(value: string): string {
  return value.replace(/[&<>"]/g, (character) => escaped[character] ?? '');
}

/** The type of a schema in a few words. */
function kindOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindOf))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items) return `list of ${kindOf(schema.items)}`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, inner]) => `${name}: ${kindOf(inner)}`);
    return `{ ${fields.join(', ')} }`;
  }
  const limit = typeof schema['pattern'] === 'string' ? ` ${schema['pattern']}` : '';
  return `${String(schema.type ?? 'anything')}${limit}`;
}

function fieldTable(schema: JsonSchema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return '<p class="none">nothing</p>';
  const rows = fields.map(([name, inner]) => {
    const isNeeded = schema.required?.includes(name) ?? false;
    return `<tr><td><code>${text(name)}</code></td><td>${isNeeded ? 'required' : 'optional'}</td><td><code>${text(kindOf(inner))}</code></td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function refusalTable(call: AnyEndpoint): string {
  const rows = refusalsOf(call).map((kind) => {
    const { result, httpStatus } = ERROR_CATALOGUE[kind];
    return `<tr><td>${result}</td><td>${httpStatus}</td><td><code>${kind}</code></td><td dir="rtl" lang="ar">${text(errorMessage(kind, 'ar'))}</td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function callSection(call: AnyEndpoint): string {
  return `<section id="${text(call.name)}"><h2>${text(titleOf(call.name))}</h2>
<p>${call.methods.map((method) => `<b>${method}</b>`).join(' ')} <code>${text(call.path)}</code></p>
<h3>Request</h3>${fieldTable(schemaOf(call.request))}
<h3>Answer (<code>data</code>)</h3>${fieldTable(schemaOf(call.answer))}
<h3>Refusals</h3>${refusalTable(call)}</section>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem;color:#1b1b1f;background:#fff}
code{font:14px ui-monospace,monospace;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
td{border-block-end:1px solid #ddd;padding:.3rem .5rem;vertical-align:top}h2{margin-block-start:2.5rem}h3{margin-block-end:.2rem;font-size:1rem}
nav{columns:18rem}nav a{display:block;padding:.15rem 0}td:first-child{white-space:nowrap}.none{color:#666}section:target h2{background:#fff3c4}`;

function referencePage(version: string): string {
  const links = ALL_ENDPOINTS.map(
    (call) => `<a href="#${text(call.name)}"><code>${text(call.path)}</code></a>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Jawhara API ${text(version)}</title><style>${STYLE}</style>
<h1>Jawhara API ${text(version)}</h1>
<p>${ALL_ENDPOINTS.length} calls. Every answer is <code>{result, code, message, data}</code>: result 0 is good, any other is a refusal.
A session key goes in the header <code>x-session-key</code> (<code>x-account-token</code> under <code>/third/</code>). For tools: <a href="/openapi.json">openapi.json</a>.</p>
<nav>${links.join('')}</nav>${ALL_ENDPOINTS.map(callSection).join('\n')}</html>`;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Document and page are made once, because the contract does not change while the server runs. */
export function referenceRoutes(server: FastifyInstance, version: string): void {
  const document = JSON.stringify(openApiDocument(version));
  const page = referencePage(version);
  server.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(document));
  server.get('/reference/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page),
  );
}
