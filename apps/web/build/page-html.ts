export interface PageParts {
  readonly title: string;
  /** The page's description for search engines. */
  readonly description: string;
  readonly body: string;
  readonly css: string;
  /** An inline script that runs before the first paint. */
  readonly firstPaint: string;
  readonly entry: string;
  /** A script that runs before the entry, on pages that have one. */
  readonly first?: string | undefined;
  readonly preloads: readonly string[];
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

/** The prerendered body is marked as Arabic: styles/base.css hides it from visitors who read another language. */
function rootOf(body: string): string {
  return body === '' ? '<div id="root"></div>' : `<div id="root" lang="ar" dir="rtl">${body}</div>`;
}

/** The script that runs before the entry. Not `async`, because it draws into an element that must exist first. */
function firstScript(file: string | undefined): string {
  return file === undefined ? '' : `<script type="module" crossorigin src="/${file}"></script>`;
}

/** Turns Vite's template into a page that paints without waiting for other files. */
export function pageHtml(template: string, parts: PageParts): string {
  const preloads = parts.preloads
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
    .join('');
  return (
    template
      .replace(/<script type="module"[^>]*><\/script>/g, '')
      .replace(/<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
      .replace(/>\s+</g, '><')
      .replace(
        /<title>.*?<\/title>/,
        () =>
          `<title>${escapeText(parts.title)}</title><meta name="description" content="${escapeText(parts.description)}">`,
      )
      // Before the style, which is most of the page, so that scripts load while it arrives.
      .replace('</head>', () => `${preloads}<style>${parts.css}</style></head>`)
      .replace(/<script src="\/first-paint\.js"><\/script>/, () => `<script>${parts.firstPaint}</script>`)
      .replace('<div id="root"></div>', () => rootOf(parts.body))
      .replace(
        '</body>',
        () =>
          `${firstScript(parts.first)}<script type="module" async crossorigin src="/${parts.entry}"></script></body>`,
      )
      .trim()
  );
}
