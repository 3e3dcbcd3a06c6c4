import { arabicPage, escapeHtml } from '../html.ts';

/** The password that the bank accepts, the same as in Checkout.com's own simulator. Adyen's bank has another. */
export const BANK_PASSWORD = 'Checkout1!';

/** The contents of the page on which the cardholder confirms a payment, and the address of its form. */
export interface BankQuestion {
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  /** "Visa •••• 4242" */
  readonly cardName: string;
  /** The only password that the bank accepts. */
  readonly password: string;
  readonly action: string;
}

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#eef1f6;color:#13203a;font:400 16px/1.65 "Noto Sans Arabic","Segoe UI","Geeza Pro",Tahoma,sans-serif;min-height:100vh}
.bank{max-width:440px;margin:0 auto;padding:0 0 20px;background:#fff;min-height:100vh}
header{display:flex;align-items:center;gap:10px;padding:14px 20px;background:#13203a;color:#fff}
header svg{width:30px;height:30px;flex:none}
header b{font-size:17px}
header small{display:block;font-size:12px;color:#c9d2e4;line-height:1.4}
header .net{margin-inline-start:auto;font:700 13px/1 sans-serif;border:1px solid #5a6b90;border-radius:6px;padding:6px 8px;direction:ltr}
main{padding:18px 20px 0}
h1{font-size:20px;line-height:1.4}
.lead{color:#4a5875;font-size:14px;margin-block-start:2px}
dl{margin-block:16px;border:1px solid #d8deea;border-radius:12px;padding:2px 14px;background:#f8f9fc}
dl div{display:flex;justify-content:space-between;gap:12px;padding-block:8px}
dl div+div{border-block-start:1px solid #e4e8f1}
dt{color:#4a5875;font-size:14px}
dd{font-weight:600}
label{display:block;font-weight:600;font-size:14px;margin-block-end:6px}
input{width:100%;height:52px;border:2px solid #6d7894;border-radius:12px;padding:0 14px;font:500 18px/1 ui-monospace,Menlo,Consolas,monospace;direction:ltr;text-align:center;color:inherit;background:#fff}
input:focus-visible,button:focus-visible{outline:3px solid #c9962b;outline-offset:2px}
.hint{font-size:13px;color:#5d4200;background:#fdf3d8;border-radius:10px;padding:8px 12px;margin-block:10px 16px}
button{width:100%;min-height:52px;border-radius:12px;border:0;font:inherit;font-size:17px;font-weight:600;cursor:pointer}
.yes{background:#13203a;color:#fff}
.no{background:none;color:#13203a;margin-block-start:8px;border:2px solid #d8deea}
bdi.l{direction:ltr;unicode-bidi:isolate}
`;

const EMBLEM =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="15" fill="#c9962b"/><path d="M16 6l9 5v2H7v-2z" fill="#13203a"/><path d="M9 15h2.500v7H9zM14.750 15h2.500v7h-2.500zM20.500 15H23v7h-2.500zM7 23.500h18V26H7z" fill="#13203a"/></svg>';

/** Writes an amount of minor units: 499 cents as "$4.99". */
export function shownMoney(amount: number, currency: string): string {
  const whole = Math.floor(amount / 100);
  const cents = String(amount % 100).padStart(2, '0');
  const mark = currency === 'USD' ? '$' : `${currency} `;
  return `${mark}${whole}.${cents}`;
}

function frame(inner: string): string {
  return `<div class="bank" id="bank-page">
<header>${EMBLEM}<div><b>بنك الواحة</b><small>بنك تجريبي · لا أموال حقيقية</small></div><span class="net">3-D Secure</span></header>
<main>${inner}</main>
</div>`;
}

export function bankQuestionPage(question: BankQuestion): string {
  const password = escapeHtml(question.password);
  const inner = `
<h1>تأكيد عملية الشراء</h1>
<p class="lead">أرسلنا رمز التحقق إلى جوالك المنتهي بـ <bdi class="l">••17</bdi>.</p>
<dl>
<div><dt>المتجر</dt><dd id="bank-merchant">جوهرة</dd></div>
<div><dt>المبلغ</dt><dd><bdi class="l" id="bank-amount">${escapeHtml(shownMoney(question.amount, question.currency))}</bdi></dd></div>
<div><dt>البطاقة</dt><dd><bdi class="l" id="bank-card">${escapeHtml(question.cardName)}</bdi></dd></div>
</dl>
<form method="post" action="${escapeHtml(question.action)}">
<label for="bank-code">رمز التحقق</label>
<input id="bank-code" name="code" value="${password}" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" aria-describedby="bank-hint">
<p class="hint" id="bank-hint">للتجربة: الرمز الصحيح هو <bdi class="l">${password}</bdi>، وأي رمز غيره يُفشل التحقق.</p>
<button class="yes" id="bank-confirm" name="answer" value="confirm">تأكيد</button>
<button class="no" id="bank-cancel" name="answer" value="cancel" formnovalidate>إلغاء العملية</button>
</form>`;
  return arabicPage('بنك الواحة · تحقق', STYLE, frame(inner));
}

/** Whether the cardholder has confirmed with the right password. */
export function isBankConfirmed(form: URLSearchParams, password: string): boolean {
  return form.get('answer') === 'confirm' && form.get('code')?.trim() === password;
}

/** Shown if the shop has named no page to return to, or for a link of no payment. */
export function bankClosedPage(): string {
  return arabicPage(
    'بنك الواحة',
    STYLE,
    frame('<h1 id="bank-closed">انتهت هذه العملية</h1><p class="lead">يمكنك إغلاق هذه الصفحة.</p>'),
  );
}
