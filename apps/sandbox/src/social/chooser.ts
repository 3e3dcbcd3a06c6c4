import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../browser-script.ts';
import { arabicPage, escapeHtml, PAGE_HEADERS } from '../html.ts';
import { LOCAL_SITE } from '../local-sites.ts';
import { recordIn, textIn, type Json } from '../world/reading.ts';
import { PEOPLE, type Provider } from './people.ts';

const STYLE = `body{font:16px system-ui;margin:0;padding:24px;display:grid;gap:12px}
button{font:inherit;min-height:48px;border:1px solid #888;border-radius:8px;background:#fff}
h1{font-size:18px}`;

/** The window in which a person chooses an account. The result goes only to the page that opened it, at that origin. */
export function chooserPage(provider: Provider, origin: string, nonce: string): string {
  const people = PEOPLE[provider].map(
    ({ id, name }) => `<button type="button" data-person="${id}">${escapeHtml(name)}</button>`,
  );
  return arabicPage(
    provider,
    STYLE,
    `<h1 lang="en" dir="ltr">${provider} (sandbox)</h1>
${people.join('\n')}
<button type="button" data-person="">إلغاء</button>
<script type="module" src="/social/browser/chooser-page.ts" data-provider="${provider}" data-origin="${escapeHtml(origin)}" data-nonce="${escapeHtml(nonce)}" id="chooser"></script>`,
  );
}

export function chooserRoutes(
  app: FastifyInstance,
  provider: Provider,
  answerFor: (personId: string, nonce: string | null) => Json,
): void {
  app.get(`/social/${provider}/choose`, async (request, reply) => {
    const query = recordIn(request.query);
    const origin = textIn(query, 'origin') ?? '';
    if (!LOCAL_SITE.test(origin)) return reply.code(400).send({ wrong: ['origin'] });
    return reply.headers(PAGE_HEADERS).send(chooserPage(provider, origin, textIn(query, 'nonce') ?? ''));
  });
  app.post(`/social/${provider}/chosen`, async (request, reply) => {
    const body = recordIn(request.body);
    const personId = textIn(body, 'person');
    const person = PEOPLE[provider].find(({ id }) => id === personId);
    return person
      ? reply.send(answerFor(person.id, textIn(body, 'nonce')))
      : reply.code(400).send({ wrong: ['person'] });
  });
}

/** Address and file of each script for browsers; the first two have the paths of Facebook's and Google's own scripts. */
const SCRIPTS = {
  '/social/facebook/ar_AR/sdk.js': new URL('./browser/facebook-sdk.ts', import.meta.url),
  '/social/google/gsi/client': new URL('./browser/google-client.ts', import.meta.url),
  '/social/browser/chooser-page.ts': new URL('./browser/chooser-page.ts', import.meta.url),
  '/social/browser/google-button.ts': new URL('./browser/google-button.ts', import.meta.url),
} as const;

export function socialScriptRoutes(app: FastifyInstance): void {
  for (const [address, file] of Object.entries(SCRIPTS)) {
    app.get(address, async (_request, reply) => reply.headers(SCRIPT_HEADERS).send(browserScript(file)));
  }
  app.get('/social/google/gsi/button', async (request, reply) => {
    const query = recordIn(request.query);
    const text = textIn(query, 'text') ?? 'Google';
    const nonce = textIn(query, 'nonce') ?? '';
    return reply.headers(PAGE_HEADERS).send(
      arabicPage(
        'Google',
        'body{margin:0}button{font:500 16px system-ui;width:100%;height:44px;border:1px solid #747775;border-radius:4px;background:#fff;color:#1f1f1f}',
        `<button type="button" id="button" data-nonce="${escapeHtml(nonce)}">${escapeHtml(text)}</button>
<script type="module" src="/social/browser/google-button.ts"></script>`,
      ),
    );
  });
}
