import { arabicPage, escapeHtml } from '../../html.ts';
import { shownMoney } from '../../world/bank-page.ts';
import type { FieldName } from '../../world/fields/field-words.ts';
import type { Trade } from '../trade.ts';

/** The payer's input, shown again beside its errors. The CVV must be typed again. */
export interface TypedForm {
  readonly number: string;
  readonly expiry: string;
  readonly holder: string;
}

export interface CashierFaults {
  readonly fields: Partial<Readonly<Record<FieldName, string>>>;
  /** The error about the whole payment, not about one field. */
  readonly whole: string | null;
}

/** Keys with which the page draws its Apple Pay button. */
export interface ButtonKeys {
  readonly clientKey: string;
  readonly sessionKey: string;
}

export const NOTHING_TYPED: TypedForm = { number: '', expiry: '', holder: '' };
export const NO_FAULTS: CashierFaults = { fields: {}, whole: null };

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#f2f4fb;color:#1c2340;font:400 16px/1.65 "Noto Sans Arabic","Segoe UI","Geeza Pro",Tahoma,sans-serif;min-height:100vh}
.page{max-width:460px;margin:0 auto;padding-block-end:28px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;padding:16px 18px}
header b{font:800 20px/1 "Segoe UI",Arial,sans-serif;color:#2a49c9;direction:ltr}
header small{font-size:12px;color:#5b4300;background:#fdf0cc;border-radius:99px;padding:3px 11px}
main{background:#fff;border:1px solid #dde2f2;border-radius:18px;padding:18px;margin-inline:10px}
.sum{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 12px;align-items:baseline;border-block-end:1px solid #e6eaf6;padding-block-end:12px;margin-block-end:16px}
.sum span{color:#4c5678;font-size:14px}
.sum bdi{font-size:24px;font-weight:700;direction:ltr}
h1{font-size:18px;line-height:1.4;margin-block-end:12px}
form{display:flex;flex-direction:column;gap:14px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:10px;align-items:start}
label{display:block;font-size:14px;font-weight:600;margin-block-end:4px}
input[type=text]{width:100%;height:50px;border:2px solid #6c76a0;border-radius:10px;padding:0 12px;font:inherit;font-size:17px;color:inherit;background:#fff;text-align:right}
input[dir=ltr]{font-family:ui-monospace,Menlo,Consolas,monospace}
input[aria-invalid=true]{border-color:#b3213c}
input:focus-visible,button:focus-visible{outline:3px solid #f0a500;outline-offset:2px}
.err{color:#9c1a33;font-size:13px;line-height:1.5;margin-block-start:3px}
.err:empty{display:none}
.whole{background:#fdecef;color:#8c142c;border-radius:10px;padding:9px 12px;font-size:14px;margin-block-end:14px}
.save{display:flex;align-items:center;gap:10px;font-weight:400;min-height:44px;margin:0}
.save input{width:22px;height:22px;flex:none;accent-color:#2a49c9}
button{min-height:52px;border-radius:12px;border:0;font:inherit;font-size:17px;font-weight:600;cursor:pointer}
.pay{background:#2a49c9;color:#fff}
.leave{background:none;color:#2a3567;border:2px solid #ccd3ea;width:100%;margin-block-start:10px}
.foot{text-align:center;color:#4c5678;font-size:13px;margin-block-start:14px;padding-inline:16px}
.l{direction:ltr;unicode-bidi:isolate}
`;

interface Row {
  readonly name: FieldName;
  readonly label: string;
  readonly attributes: string;
  readonly value: string;
  readonly fault: string;
}

const DIGITS = 'dir="ltr" inputmode="numeric" spellcheck="false"';

function row({ name, label, attributes, value, fault }: Row): string {
  return `<div><label for="pm-${name}">${label}</label><input type="text" id="pm-${name}" name="${name}" value="${escapeHtml(value)}" aria-describedby="pm-${name}-error" aria-invalid="${fault !== ''}" ${attributes}><p class="err" id="pm-${name}-error" role="alert">${escapeHtml(fault)}</p></div>`;
}

function frame(inner: string): string {
  return `<div class="page" id="payermax-page">
<header><b>PayerMax</b><small>صفحة دفع تجريبية · لا أموال حقيقية</small></header>
<main>${inner}</main>
<p class="foot">نقبل <bdi class="l">Visa</bdi> و<bdi class="l">Mastercard</bdi></p>
</div>`;
}

function fields({ number, expiry, holder }: TypedForm, faults: CashierFaults['fields']): string {
  return `${row({ name: 'number', label: 'رقم البطاقة', attributes: `${DIGITS} autocomplete="cc-number" placeholder="0000 0000 0000 0000"`, value: number, fault: faults.number ?? '' })}
<div class="two">${row({ name: 'expiry', label: 'تاريخ الانتهاء', attributes: `${DIGITS} autocomplete="cc-exp" placeholder="MM/YY"`, value: expiry, fault: faults.expiry ?? '' })}${row({ name: 'cvv', label: 'رمز CVV', attributes: `${DIGITS} autocomplete="cc-csc" placeholder="123"`, value: '', fault: faults.cvv ?? '' })}</div>
${row({ name: 'holder', label: 'الاسم على البطاقة', attributes: 'dir="auto" autocomplete="cc-name" spellcheck="false" maxlength="254"', value: holder, fault: faults.holder ?? '' })}`;
}

export function cashierPage({ order, pageKey }: Trade, typed: TypedForm, faults: CashierFaults): string {
  const at = `/payermax/cashier/${escapeHtml(pageKey)}`;
  const money = escapeHtml(shownMoney(order.amount, order.currency));
  const save = order.wantsToKeep
    ? `<label class="save"><input type="checkbox" id="pm-save" name="save" value="yes"> احفظ هذه البطاقة للمرة القادمة</label>`
    : '';
  const inner = `
<div class="sum"><span>${escapeHtml(order.subject)}</span><bdi id="pm-amount">${money}</bdi></div>
<h1>ادفع بالبطاقة</h1>
${faults.whole === null ? '' : `<p class="whole" id="pm-whole" role="alert">${escapeHtml(faults.whole)}</p>`}
<form method="post" action="${at}" id="pm-form" novalidate>
${fields(typed, faults.fields)}
${save}
<button class="pay" id="pm-pay">ادفع <bdi class="l">${money}</bdi></button>
</form>
<form method="post" action="${at}/cancel"><button class="leave" id="pm-cancel">إلغاء والعودة إلى المتجر</button></form>
<script type="module" src="/payermax/cashier/cashier-form.ts"></script>`;
  return arabicPage('PayerMax · صفحة دفع تجريبية', STYLE, frame(inner));
}

/** PayerMax's page for an order that is paid with Apple Pay. It uses the same button as a shop's page. */
export function applePayPage({ order, pageKey }: Trade, { clientKey, sessionKey }: ButtonKeys): string {
  const at = `/payermax/cashier/${escapeHtml(pageKey)}`;
  const inner = `
<div class="sum"><span>${escapeHtml(order.subject)}</span><bdi id="pm-amount">${escapeHtml(shownMoney(order.amount, order.currency))}</bdi></div>
<h1>ادفع بـ <bdi class="l">Apple Pay</bdi></h1>
<form method="post" action="${at}" id="pm-form">
<input type="hidden" name="sessionKey" value="${escapeHtml(sessionKey)}">
<input type="hidden" name="paymentToken" id="pm-token">
</form>
<div id="pm-button" data-client-key="${escapeHtml(clientKey)}" data-session-key="${escapeHtml(sessionKey)}"></div>
<form method="post" action="${at}/cancel"><button class="leave" id="pm-cancel">إلغاء والعودة إلى المتجر</button></form>
<script src="/payermax/dropin/js/pmdropin.min.js"></script>
<script type="module" src="/payermax/cashier/cashier-button.ts"></script>`;
  return arabicPage('PayerMax · صفحة دفع تجريبية', STYLE, frame(inner));
}

/** The page after a lost connection. The money may have moved, and no link leads back: the shop must look the payment up. */
export function cutOffPage(): string {
  const inner =
    '<h1 id="pm-cut-off">انقطع الاتصال</h1><p>لا نعرف نتيجة الدفع الآن. أغلق هذه الصفحة وعُد إلى المتجر لمعرفتها.</p>';
  return arabicPage('PayerMax', STYLE, frame(inner));
}

export function unknownPage(): string {
  return arabicPage('PayerMax', STYLE, frame('<h1 id="pm-unknown">هذه الصفحة غير موجودة</h1>'));
}
