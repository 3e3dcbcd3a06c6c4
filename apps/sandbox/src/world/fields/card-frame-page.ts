import { arabicPage } from '../../html.ts';

/** Sizes suit a phone's width; colours and fonts come with the shop's settings. */
const STYLE = `
*{box-sizing:border-box;margin:0}
html{background:transparent}
body{background:var(--colorBackground,transparent);color:var(--colorPrimary,#15202b);font:400 15px/1.6 var(--input-family,"Readex Pro","Noto Sans Arabic","Segoe UI","Geeza Pro",Tahoma,sans-serif);padding:4px;overflow:hidden}
form{display:flex;flex-direction:column;gap:14px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:10px;align-items:start}
.two.one{grid-template-columns:1fr}
.f{display:flex;flex-direction:column;gap:4px;min-width:0}
label{font-size:var(--label-size,14px);font-weight:var(--label-weight,500)}
.in{display:flex;align-items:center;gap:7px;min-height:54px;border:var(--borderWidth,2px) solid var(--colorFormBorder,#857f72);border-radius:var(--borderRadius,11px);background:var(--colorFormBackground,#fff);padding:0 11px}
.in.good{border-color:var(--colorSuccess,#1a7340)}
.in.bad{border-color:var(--colorError,#b3213c)}
.in.focus{border-color:var(--colorAction,#00696b);box-shadow:0 0 0 var(--focusOutlineWidth,3px) var(--colorOutline,#dbf0ec)}
input{border:0;outline:0;background:none;color:inherit;width:100%;min-width:0;min-height:48px;padding:0;font:inherit;font-size:var(--input-size,18px);font-weight:var(--input-weight,400);text-align:start}
input.digits{direction:ltr;font-family:ui-monospace,"SF Mono","Roboto Mono","Noto Sans Mono",Menlo,Consolas,monospace}
html[dir=rtl] input{text-align:right}
html[dir=rtl] input[dir=auto]:placeholder-shown{direction:rtl}
#card-number{font-size:max(16px,min(var(--input-size,18px),5.6vw))}
::placeholder{color:var(--colorSecondary,#5f6975);opacity:1;font-size:.86em}
.mark{width:36px;height:24px;flex:none}
.tick{width:19px;height:19px;flex:none;display:none;color:var(--colorSuccess,#1a7340)}
.good .tick{display:block}
.hp{color:var(--colorSecondary,#5f6975);font-size:var(--footnote-size,13px);line-height:1.5}
.err{color:var(--colorError,#9c1a33);font-size:var(--footnote-size,13px);line-height:1.5;display:flex;gap:5px;align-items:flex-start}
.err svg{width:15px;height:15px;flex:none;margin-block-start:2px}
[hidden]{display:none!important}
@media(max-width:300px){.good .tick{display:none}}
`;

const STROKE =
  'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"';
const ALERT = `<svg viewBox="0 0 24 24" ${STROKE}><circle cx="12" cy="12" r="10"/><path d="M12 8v4M12 16h.01"/></svg>`;
const TICK = `<svg class="tick" viewBox="0 0 24 24" ${STROKE}><circle cx="12" cy="12" r="10"/><path d="m16 9-5.500 5.500L8 12"/></svg>`;
const VISA =
  '<svg class="mark" data-scheme="visa" hidden viewBox="0 0 72 48" role="img" aria-label="Visa"><rect x=".75" y=".75" width="70.500" height="46.500" rx="7" fill="#fff" stroke="#d9d4c8" stroke-width="1.500"/><text x="36" y="32" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-size="22" font-weight="700" font-style="italic" fill="#1434cb">VISA</text></svg>';
const MASTERCARD =
  '<svg class="mark" data-scheme="mastercard" hidden viewBox="0 0 72 48" role="img" aria-label="Mastercard"><rect x=".75" y=".75" width="70.500" height="46.500" rx="7" fill="#fff" stroke="#d9d4c8" stroke-width="1.500"/><circle cx="28.500" cy="24" r="13" fill="#eb001b"/><circle cx="43.500" cy="24" r="13" fill="#f79e1b"/><path d="M36 13.400a13 13 0 0 1 0 21.200 13 13 0 0 1 0-21.200z" fill="#ff5f00"/></svg>';

interface Row {
  readonly name: string;
  readonly attributes: string;
  readonly after?: string;
}

function field({ name, attributes, after = '' }: Row): string {
  return `<div class="f" data-field="${name}"><label for="card-${name}"></label><div class="in"><input id="card-${name}" aria-invalid="false" aria-required="true" ${attributes}>${after}</div><div class="err" id="card-${name}-error" role="alert" hidden>${ALERT}<span></span></div><div class="hp" id="card-${name}-hint"></div></div>`;
}

const DIGITS = 'class="digits" dir="ltr" inputmode="numeric" spellcheck="false"';

/** The page of every frame with card fields. Its script removes the fields that the shop did not request. */
export function cardFramePage(script: string, belowFields = ''): string {
  const number = field({
    name: 'number',
    attributes: `${DIGITS} autocomplete="cc-number"`,
    after: VISA + MASTERCARD + TICK,
  });
  const expiry = field({ name: 'expiry', attributes: `${DIGITS} autocomplete="cc-exp"` });
  const cvv = field({ name: 'cvv', attributes: `${DIGITS} autocomplete="cc-csc"` });
  const holder = field({
    name: 'holder',
    attributes:
      'dir="auto" autocomplete="cc-name" autocapitalize="characters" spellcheck="false" maxlength="300"',
  });
  const body = `<form autocomplete="on" novalidate>${number}<div class="two">${expiry}${cvv}</div>${holder}${belowFields}</form>
<script type="module" src="${script}"></script>`;
  return arabicPage('بيانات البطاقة', STYLE, body).replace('<body>', '<body hidden>');
}
