import { arabicPage } from '../../html.ts';

/** Only a plain base: fonts and colours come with the shop's settings. */
const STYLE = `
*{box-sizing:border-box;margin:0}
html,body{height:100%;background:transparent;overflow:hidden}
input{position:absolute;inset:0;width:100%;height:100%;border:0;outline:0;padding:0;background:transparent;color:#15202b;direction:ltr;text-align:left;font:400 18px/1.2 ui-monospace,"SF Mono","Roboto Mono","Noto Sans Mono",Menlo,Consolas,monospace}
::placeholder{color:var(--placeholder,#5f6975);opacity:1}
#error{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;

/** A field in a frame of its own. The first message says which field it is. */
export function securedFieldPage(): string {
  const body = `<input id="field" dir="ltr" inputmode="numeric" spellcheck="false" autocapitalize="off" aria-invalid="false" aria-required="true" aria-describedby="error">
<span id="error" role="alert"></span>
<script type="module" src="/adyen/fields/secured-field.ts"></script>`;
  return arabicPage('حقل بطاقة', STYLE, body);
}
