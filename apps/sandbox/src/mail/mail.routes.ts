import type { FastifyInstance } from 'fastify';
import { arabicPage, escapeHtml, PAGE_HEADERS } from '../html.ts';
import { MAIL_SCENARIOS, type MailServer, type ReceivedMail } from './mail-server.ts';

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#f6f3ec;color:#15202b;font:400 15px/1.6 "Noto Sans Arabic","Segoe UI","Geeza Pro",Tahoma,sans-serif;padding:18px;max-width:760px;margin-inline:auto}
h1{font-size:22px}
p,dt{color:#465260}
ul{list-style:none;padding:0;display:grid;gap:10px;margin-block:14px}
li a{display:block;background:#fff;border:1px solid #ddd7ca;border-radius:14px;padding:12px 14px;color:inherit;text-decoration:none}
li a:focus-visible{outline:2px solid #15202b;outline-offset:2px}
iframe{width:100%;height:900px;border:1px solid #ddd7ca;border-radius:14px;background:#fff}
pre{white-space:pre-wrap;background:#fff;border:1px solid #ddd7ca;border-radius:14px;padding:14px;unicode-bidi:plaintext}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 14px;margin-block:14px;direction:ltr;text-align:left;overflow-wrap:anywhere}
`;

const SHOWN_HEADERS = [
  'from',
  'to',
  'reply-to',
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
] as const;

function inboxPage(inbox: readonly ReceivedMail[]): string {
  const items = inbox.map(
    ({ id, to, at, headers }) =>
      `<li><a href="/mail/${id}"><strong><bdi>${escapeHtml(headers['subject'] ?? '')}</bdi></strong><br><bdi dir="ltr">${escapeHtml(to)}</bdi> · <bdi dir="ltr">${at.toISOString().slice(0, 19).replace('T', ' ')}</bdi></a></li>`,
  );
  const scenarios = Object.entries(MAIL_SCENARIOS).map(
    ([local, says]) => `<dt>${local}@example.com</dt><dd>${escapeHtml(says)}</dd>`,
  );
  const list = items.length === 0 ? '<p>لا رسائل بعد.</p>' : `<ul>${items.join('')}</ul>`;
  return arabicPage('البريد', STYLE, `<h1>البريد</h1>${list}<dl>${scenarios.join('')}</dl>`);
}

function mailPage({ id, from, headers, text }: ReceivedMail): string {
  const rows = [['return-path', from], ...SHOWN_HEADERS.map((name) => [name, headers[name] ?? ''])].map(
    ([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const subject = headers['subject'] ?? '';
  return arabicPage(
    subject,
    STYLE,
    `<p><a href="/mail">البريد</a></p><h1><bdi>${escapeHtml(subject)}</bdi></h1><dl>${rows.join('')}</dl>
<iframe title="HTML" sandbox="allow-popups" src="/mail/${id}/html"></iframe><pre>${escapeHtml(text)}</pre>`,
  );
}

/** The mail's HTML is shown as mail programs show it: without scripts and external content. */
const MAIL_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups; frame-ancestors 'self'",
} as const;

interface MailControl {
  readonly isAway?: boolean;
  readonly clear?: boolean;
  readonly holdSubject?: string | null;
}

/** Pages and calls that show the mail to all addresses, for people and for tests. */
export function mailRoutes(app: FastifyInstance, mail: MailServer | null): void {
  const inbox = (): readonly ReceivedMail[] => mail?.inbox ?? [];
  const byId = (id: string): ReceivedMail | undefined => inbox().find((one) => one.id === id);
  app.get('/mail', async (_request, reply) => reply.headers(PAGE_HEADERS).send(inboxPage(inbox())));
  app.get<{ Params: { id: string } }>('/mail/:id', async ({ params }, reply) => {
    const found = byId(params.id);
    return found ? reply.headers(PAGE_HEADERS).send(mailPage(found)) : reply.code(404).send({});
  });
  app.get<{ Params: { id: string } }>('/mail/:id/html', async ({ params }, reply) => {
    const found = byId(params.id);
    return found ? reply.headers(MAIL_HEADERS).send(found.html) : reply.code(404).send({});
  });
  app.get('/_control/mail', async () => ({ mails: inbox() }));
  app.get('/_control/mail/accepted', async () => ({ accepted: mail?.accepted ?? [], held: mail?.held ?? 0 }));
  app.post<{ Body: MailControl }>('/_control/mail', async ({ body }) => {
    if (body.clear === true) mail?.clear();
    if (body.holdSubject !== undefined) mail?.hold(body.holdSubject);
    if (body.isAway !== undefined) await mail?.setAway(body.isAway);
    return { mails: inbox().length };
  });
}
