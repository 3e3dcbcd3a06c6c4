import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from './browser-script.ts';
import { BANK_PASSWORD } from './checkout-com/bank-page.ts';
import { arabicPage, escapeHtml, PAGE_HEADERS } from './html.ts';
import { SCENARIO_KEYS, SCENARIOS, type Scenario, type ScenarioKey } from './scenarios.ts';

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#f6f3ec;color:#15202b;font:400 15px/1.6 "Noto Sans Arabic","Segoe UI","Geeza Pro",Tahoma,sans-serif}
header{background:#0e1e26;color:#f6f3ec;padding:22px 18px 26px}
header div,main{max-width:980px;margin-inline:auto}
h1{font-size:22px;line-height:1.4}
header p{color:#b9c9cc;max-width:62ch}
header .en{color:#b9c9cc;margin-block-start:6px}
header b{color:#5fe0d4;font-weight:600}
main{padding:18px 14px 40px}
ul{list-style:none;padding:0;display:grid;gap:10px;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr))}
li{background:#fff;border:1px solid #ddd7ca;border-inline-start:5px solid var(--tone);border-radius:14px;padding:12px 14px;display:flex;flex-direction:column;gap:6px}
li.good{--tone:#1a7340}li.bad{--tone:#b3213c}li.ask{--tone:#00696b}li.odd{--tone:#f4ae1f}
h2{font-size:16px;line-height:1.45}
.en{direction:ltr;text-align:left;color:#465260;font-size:13px}
.row{display:flex;align-items:center;gap:8px;justify-content:space-between;margin-block-start:auto}
.pan{font:500 16px/1 ui-monospace,Menlo,Consolas,monospace;direction:ltr;unicode-bidi:isolate;white-space:nowrap}
button{border:0;border-radius:9px;background:#dbf0ec;color:#005f61;font:inherit;font-size:13px;font-weight:600;min-height:44px;padding:0 14px;cursor:pointer}
button:focus-visible,a:focus-visible{outline:2px solid #15202b;outline-offset:2px}
nav{margin-block-start:22px;display:flex;flex-wrap:wrap;gap:8px 18px;direction:ltr;font-size:14px}
a{color:#005f61}
`;

function tone({ authentication, delivery, verdict, takes, webhooks }: Scenario): string {
  if (delivery !== 'at-once' || takes !== 'asked' || webhooks !== 'sent') return 'odd';
  if (authentication === 'challenge') return 'ask';
  return verdict.says === 'yes' ? 'good' : 'bad';
}

function card(key: ScenarioKey): string {
  const scenario: Scenario = SCENARIOS[key];
  const shown = scenario.number.replace(/(\d{4})(?=\d)/g, '$1 ');
  return `<li class="${tone(scenario)}" id="${key}">
<h2>${escapeHtml(scenario.title.ar)}</h2>
<p class="en" lang="en">${escapeHtml(scenario.title.en)} · ${scenario.brand}</p>
<div class="row"><bdi class="pan">${shown}</bdi><button type="button" data-copy="${scenario.number}" aria-label="نسخ ${shown}">نسخ</button></div>
</li>`;
}

function page(): string {
  const body = `<header><div>
<h1>بطاقات التجربة</h1>
<p>عالم تجريبي: لا بنك حقيقي ولا أموال حقيقية. استعمل أي تاريخ انتهاء قادم وأي رمز CVV من 3 أرقام. رمز البنك: <b><bdi dir="ltr">${BANK_PASSWORD}</bdi></b></p>
<p class="en" lang="en">Test cards. Any future expiry, any CVV of 3 digits, bank password <b>${BANK_PASSWORD}</b></p>
</div></header>
<main>
<ul>${SCENARIO_KEYS.map(card).join('\n')}</ul>
<nav lang="en"><a href="/_control/books">books</a><a href="/_control/webhooks">webhooks</a><a href="/_control/api">payment API</a></nav>
</main>
<script type="module" src="/copy-buttons.js"></script>`;
  return arabicPage('بطاقات التجربة · Test cards', STYLE, body);
}

export function scenarioPageRoutes(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => reply.headers(PAGE_HEADERS).send(page()));
  app.get('/copy-buttons.js', async (_request, reply) =>
    reply.headers(SCRIPT_HEADERS).send(browserScript(new URL('./copy-buttons.ts', import.meta.url))),
  );
}
