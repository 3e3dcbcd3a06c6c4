import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from './browser-script.ts';
import { arabicPage, escapeHtml, PAGE_HEADERS } from './html.ts';

/** How a payment ends: paid, refused, with a bank's check, or with a fault such as a lost answer. */
export type Tone = 'good' | 'bad' | 'ask' | 'odd';

interface InTwoLanguages {
  readonly ar: string;
  readonly en: string;
}

/** A case to try, and the text to type for it: a card number, a name, an amount. */
export interface ScenarioEntry {
  readonly tone: Tone;
  readonly title: InTwoLanguages;
  readonly shown: string;
  readonly copied: string;
}

/** A provider's part of the page. */
export interface ScenarioSection {
  readonly id: string;
  readonly name: string;
  readonly note: InTwoLanguages;
  readonly entries: readonly ScenarioEntry[];
  readonly links: Readonly<Record<string, string>>;
}

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#f6f3ec;color:#15202b;font:400 15px/1.6 "Noto Sans Arabic","Segoe UI","Geeza Pro",Tahoma,sans-serif}
header{background:#0e1e26;color:#f6f3ec;padding:22px 18px 26px}
header div,main{max-width:980px;margin-inline:auto}
h1{font-size:22px;line-height:1.4}
header p{color:#b9c9cc;max-width:62ch}
header .en{color:#b9c9cc;margin-block-start:6px}
header nav a{color:#5fe0d4}
main{padding:0 14px 40px}
section{padding-block-start:22px}
section>p{max-width:70ch}
section>ul{margin-block-start:12px}
ul{list-style:none;padding:0;display:grid;gap:10px;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr))}
li{background:#fff;border:1px solid #ddd7ca;border-inline-start:5px solid var(--tone);border-radius:14px;padding:12px 14px;display:flex;flex-direction:column;gap:6px}
li.good{--tone:#1a7340}li.bad{--tone:#b3213c}li.ask{--tone:#00696b}li.odd{--tone:#f4ae1f}
h2{font-size:19px;line-height:1.45}
h3{font-size:16px;line-height:1.45}
.en{direction:ltr;text-align:left;color:#465260;font-size:13px}
.row{display:flex;align-items:center;gap:8px;justify-content:space-between;margin-block-start:auto}
.pan{font:500 16px/1 ui-monospace,Menlo,Consolas,monospace;direction:ltr;unicode-bidi:isolate;white-space:nowrap}
button{border:0;border-radius:9px;background:#dbf0ec;color:#005f61;font:inherit;font-size:13px;font-weight:600;min-height:44px;padding:0 14px;cursor:pointer}
button:focus-visible,a:focus-visible{outline:2px solid #15202b;outline-offset:2px}
nav{margin-block-start:14px;display:flex;flex-wrap:wrap;gap:8px 18px;direction:ltr;font-size:14px}
a{color:#005f61}
`;

function entryItem({ tone, title, shown, copied }: ScenarioEntry): string {
  return `<li class="${tone}">
<h3>${escapeHtml(title.ar)}</h3>
<p class="en" lang="en">${escapeHtml(title.en)}</p>
<div class="row"><bdi class="pan">${escapeHtml(shown)}</bdi><button type="button" data-copy="${escapeHtml(copied)}" aria-label="نسخ ${escapeHtml(shown)}">نسخ</button></div>
</li>`;
}

function links(targets: Readonly<Record<string, string>>): string {
  return Object.entries(targets)
    .map(([name, target]) => `<a href="${escapeHtml(target)}">${escapeHtml(name)}</a>`)
    .join('');
}

function sectionPart({ id, name, note, entries, links: targets }: ScenarioSection): string {
  return `<section id="${id}" aria-labelledby="${id}-name">
<h2 id="${id}-name"><bdi dir="ltr">${escapeHtml(name)}</bdi></h2>
<p>${escapeHtml(note.ar)}</p>
<p class="en" lang="en">${escapeHtml(note.en)}</p>
<ul>${entries.map(entryItem).join('\n')}</ul>
<nav lang="en">${links(targets)}</nav>
</section>`;
}

function page(sections: readonly ScenarioSection[]): string {
  const jumps = Object.fromEntries(sections.map(({ id, name }) => [name, `#${id}`]));
  const body = `<header><div>
<h1>بطاقات التجربة</h1>
<p>عالم تجريبي: لا بنك حقيقي ولا أموال حقيقية.</p>
<p class="en" lang="en">Test cards. No real bank, no real money.</p>
<nav lang="en">${links(jumps)}</nav>
</div></header>
<main>
${sections.map(sectionPart).join('\n')}
</main>
<script type="module" src="/copy-buttons.js"></script>`;
  return arabicPage('بطاقات التجربة · Test cards', STYLE, body);
}

export function scenarioPageRoutes(app: FastifyInstance, sections: readonly ScenarioSection[]): void {
  app.get('/', async (_request, reply) => reply.headers(PAGE_HEADERS).send(page(sections)));
  app.get('/copy-buttons.js', async (_request, reply) =>
    reply.headers(SCRIPT_HEADERS).send(browserScript(new URL('./copy-buttons.ts', import.meta.url))),
  );
}
