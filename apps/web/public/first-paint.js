/* Runs before the first paint; the build writes it into every page and names its hash in the CSP. Plain old script. */
(function () {
  var root = document.documentElement;
  var isPc = innerWidth > 800;
  root.classList.toggle('pc', isPc);
  document.body.classList.toggle('pc', isPc);
  /* The language of the link's `lan`, else the stored one, else Arabic; the browser's own language is not used. */
  var named = /[?&]lan=(ar|en)(?![a-z])/i.exec(location.search + location.hash);
  var language = named ? named[1].toLowerCase() : '';
  try {
    if (language) localStorage.setItem('jawhara.language', language);
    else language = localStorage.getItem('jawhara.language');
  } catch (error) {
    /* No storage: the link's language holds as long as the page. */
  }
  if (language !== 'en') language = 'ar';
  root.lang = language;
  root.dir = language === 'en' ? 'ltr' : 'rtl';
  /* The build writes the name of the file with the words here. */
  var english = '%words.en%';
  if (language === 'en' && english[0] === '/') {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = english;
    document.head.append(link);
  }
  var manifest = document.querySelector('link[rel=manifest]');
  if (language === 'en' && manifest) manifest.href = '/manifest.en.webmanifest';
  var hasFont = false;
  try {
    hasFont = localStorage.getItem('jawhara.font') === 'fetched';
    var theme = localStorage.getItem('jawhara.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    var size = Number(localStorage.getItem('jawhara.text-size'));
    if (localStorage.getItem('jawhara.recipient')) root.dataset.visitor = 'returning';
    if (JSON.parse(localStorage.getItem('jawhara.recipient_history') || '[]').length > 1)
      root.dataset.people = 'more';
    if (size > 100 && size <= 200) root.style.setProperty('--text-scale', String(size / 100));
    root.classList.toggle('big', size >= 150 && size <= 200);
  } catch (error) {
    /* No storage: the defaults do. */
  }
  /* A form submitted before the app runs would reload the page. The press is stored, and screens/home/hero.tsx repeats it. */
  addEventListener('submit', function (event) {
    event.preventDefault();
    window.pressedEarly = event.submitter;
  });
  /* The packs are requested before the app is loaded; browser/send-request.ts takes the answer over. */
  if (/^\/(pay|recharge|recharge-list)\/?$/.test(location.pathname)) {
    var url = '/api/third_party_pay/get_recharge_list_v3/';
    var readStored = function (key) {
      try {
        return JSON.parse(localStorage.getItem('jawhara.' + key));
      } catch (error) {
        return null;
      }
    };
    var client = readStored('client_id');
    var session = (readStored('login') || {}).session_key;
    var words = location.href.toLowerCase().split(/[^a-z0-9]+/);
    var names = ['kanka', 'are', 'ludo', 'okey'].filter(function (name) {
      return words.indexOf(name) >= 0;
    });
    var uid = (readStored('recipient') || {}).to_uid;
    var headers = {
      accept: 'application/json',
      'accept-language': language,
      'content-type': 'application/json',
      'x-cli-pn': names[0] || '%site.package%'.replace(/^%.*/, 'ksa'),
    };
    if (client) headers['x-cli-id'] = client;
    if (session) headers['x-session-key'] = session;
    /* host-app/host-port.ts */
    var handlers = window.webkit && window.webkit.messageHandlers;
    if (window.JawharaApp || (handlers && handlers.JawharaApp)) headers['x-cli-br'] = '1';
    var init = {
      method: 'POST',
      headers: headers,
      body: JSON.stringify({ uid: uid, source: Number('%site.source%') || 1 }),
    };
    init.cache = 'no-store';
    window.earlyRequest = {
      url: url,
      init: init,
      answer: fetch(url, init).then(function (response) {
        return response.text().then(function (body) {
          return { status: response.status, body: body };
        });
      }),
    };
    window.earlyRequest.answer.catch(function () {
      /* The app asks again. */
    });
  }
  /* Fonts are fetched when they are used: on a first visit after the page load, so that they do not delay the packs. */
  function putOwnFontOn() {
    root.classList.add('own-font');
  }
  if (hasFont) putOwnFontOn();
  else
    addEventListener('load', function () {
      (window.requestIdleCallback || setTimeout)(putOwnFontOn);
      if (!document.fonts) return;
      void document.fonts.ready.then(function () {
        try {
          localStorage.setItem('jawhara.font', 'fetched');
        } catch (error) {
          /* No storage: the next visit counts as a first one. */
        }
      });
    });
})();
