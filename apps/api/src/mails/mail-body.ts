import { LOCALES } from '@jawhara/domain';
import type { Line, MailContent, Run } from './mail-content.ts';

const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

const OPENED_BY = { ltr: LEFT_TO_RIGHT_ISOLATE, name: FIRST_STRONG_ISOLATE } as const;

const runText = ({ text, as }: Run): string =>
  as === 'sentence' ? text : `${OPENED_BY[as]}${text}${POP_ISOLATE}`;

/** The line as plain text. Unicode characters isolate each run from the text direction around it, as elements do in HTML. */
export const lineText = (line: Line): string => line.map(runText).join('');

export function mailText(mail: MailContent): string {
  const { brand, title, paragraphs, button, rows, notes, stop, place } = mail;
  return [
    brand,
    '',
    lineText(title),
    '',
    ...paragraphs.map(lineText),
    '',
    `${button.label}:`,
    button.url,
    '',
    ...rows.map(({ label, value }) => `${label}: ${lineText(value)}`),
    '',
    '--',
    ...notes.map(lineText),
    `${stop.label}:`,
    stop.url,
    '',
    `${brand} · ${place}`,
    '',
  ].join('\n');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? '');

const FONT = "font-family:'Readex Pro','Noto Sans Arabic','Segoe UI','Geeza Pro',Tahoma,Arial,sans-serif;";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The colours of the three states in light mode. In dark mode the style sheet replaces them by class. */
const TONES = {
  ok: { className: 'okb', colours: 'background-color:#E0F3E5;color:#146235;' },
  warn: { className: 'wab', colours: 'background-color:#FFF0CC;color:#7A4D00;' },
  info: { className: 'inb', colours: 'background-color:#E3ECF8;color:#1D4E89;' },
} as const;

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
table{border-collapse:separate;border-spacing:0}
@media (max-width:620px){.px{padding-left:20px!important;padding-right:20px!important}.h{font-size:22px!important;line-height:32px!important}.btn a{display:block!important}}
@media (prefers-color-scheme:dark){
.bg{background:#0D151B!important;background-color:#0D151B!important}.card{background:#15212A!important;background-color:#15212A!important;border-color:#2A3945!important}
.ink{color:#F4F1E9!important}.ink2{color:#C0C9D0!important}.ink3,.ink3 a{color:#9DA9B3!important}.ln{border-color:#2A3945!important}.gem{color:#5FE0D4!important}
.btn td{background:#35CFC3!important;background-color:#35CFC3!important}.btn a{color:#04211F!important}
.okb{background:#11351F!important;color:#7DDFA0!important}.wab{background:#3A2C0A!important;color:#FFD27A!important}.inb{background:#15304F!important;color:#9CC6F5!important}
}
[data-ogsc] .ink{color:#F4F1E9!important}[data-ogsc] .ink2{color:#C0C9D0!important}[data-ogsc] .ink3{color:#9DA9B3!important}[data-ogsb] .bg{background:#0D151B!important}[data-ogsb] .card{background:#15212A!important}
`;

function runHtml({ text, as }: Run): string {
  if (as === 'sentence') return escaped(text);
  if (as === 'name') return `<bdi style="overflow-wrap:anywhere">${escaped(text)}</bdi>`;
  return `<bdi dir="ltr" style="unicode-bidi:isolate;white-space:nowrap">${escaped(text)}</bdi>`;
}

const lineHtml = (line: Line): string => line.map(runHtml).join('');

interface Sides {
  readonly dir: 'rtl' | 'ltr';
  readonly start: 'right' | 'left';
  readonly end: 'right' | 'left';
}

function rowHtml({ label, value }: MailContent['rows'][number], { dir, start, end }: Sides): string {
  const cell = `${FONT}padding:10px 0;font-size:14px;line-height:22px;border-top:1px solid #DDD7CA;`;
  return (
    `<tr><td class="ink2 ln" dir="${dir}" align="${start}" valign="top" style="${cell}color:#465260;text-align:${start};width:38%;">${escaped(label)}</td>` +
    `<td class="ink ln" dir="${dir}" align="${end}" valign="top" style="${cell}font-weight:600;color:#15202B;text-align:${end};">${lineHtml(value)}</td></tr>`
  );
}

function cardHtml({ state, title, paragraphs, button, rows }: MailContent, sides: Sides): string {
  const { dir, start } = sides;
  const { className, colours } = TONES[state.tone];
  const paragraph = (line: Line): string =>
    `<p class="ink2" style="margin:0 0 10px;${FONT}font-size:16px;line-height:27px;color:#465260;text-align:${start};">${lineHtml(line)}</p>`;
  return `<table ${TABLE} dir="${dir}"><tr><td class="${className}" style="${colours}border-radius:999px;padding:3px 12px;${FONT}font-size:13px;line-height:20px;font-weight:600;">${escaped(state.text)}</td></tr></table>
<h1 class="h ink" style="margin:14px 0 10px;${FONT}font-size:25px;line-height:36px;font-weight:700;color:#15202B;text-align:${start};">${lineHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
<table ${TABLE} class="btn" width="100%" dir="${dir}" style="margin:18px 0 22px;"><tr><td align="center" bgcolor="#00696B" style="background-color:#00696B;border-radius:14px;"><a href="${escaped(button.url)}" style="display:block;padding:15px 24px;${FONT}font-size:17px;line-height:22px;font-weight:600;color:#FFFFFF;text-decoration:none;">${escaped(button.label)}</a></td></tr></table>
<table ${TABLE} width="100%" dir="${dir}">${rows.map((row) => rowHtml(row, sides)).join('\n')}</table>`;
}

/** A single column for every mail program: tables, inline styles, no picture, no font and no script from anywhere. */
export function mailHtml(mail: MailContent): string {
  const { locale, subject, preview, notes, stop, brand, place } = mail;
  const dir = LOCALES[locale].direction;
  const sides: Sides =
    dir === 'rtl' ? { dir, start: 'right', end: 'left' } : { dir, start: 'left', end: 'right' };
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(lineText(subject))}</title>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->
<style>${STYLE}</style>
</head>
<body class="bg" style="margin:0;padding:0;background-color:#F6F3EC;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#F6F3EC;opacity:0;">${escaped(lineText(preview))}</div>
<table ${TABLE} class="bg" width="100%" dir="${dir}" style="background-color:#F6F3EC;">
<tr><td align="center" style="padding:24px 12px 32px;">
<!--[if mso]><table ${TABLE} width="600" align="center"><tr><td><![endif]-->
<table ${TABLE} width="100%" dir="${dir}" style="max-width:600px;">
<tr><td class="px ink" dir="${dir}" align="${sides.start}" style="padding:0 32px 16px;${FONT}font-size:22px;line-height:30px;font-weight:700;color:#15202B;text-align:${sides.start};"><span class="gem" style="color:#00696B;" aria-hidden="true">&#9670;</span>&nbsp;${escaped(brand)}</td></tr>
<tr><td class="card px" dir="${dir}" style="background-color:#FFFFFF;border:1px solid #DDD7CA;border-radius:20px;padding:28px 32px 30px;">
${cardHtml(mail, sides)}
</td></tr>
<tr><td class="px ink3" dir="${dir}" align="${sides.start}" style="padding:18px 32px 0;${FONT}font-size:13px;line-height:22px;color:#5F6975;text-align:${sides.start};">${notes.map(lineHtml).join('<br>\n')}<br>
<a href="${escaped(stop.url)}" class="ink3" style="color:#5F6975;text-decoration:underline;">${escaped(stop.label)}</a><br><br>
${escaped(brand)} &middot; ${escaped(place)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>
`;
}
