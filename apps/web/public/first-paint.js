/* Runs before the first paint; the build writes it into every page and names its hash in the CSP. Plain old script. */
(function () {
  var root = document.documentElement;
  var isPc = innerWidth > 800;
  root.classList.toggle('pc', isPc);
  document.body.classList.toggle('pc', isPc);
  var hasFont = false;
  try {
    hasFont = localStorage.getItem('jawhara.font') === 'fetched';
    var theme = localStorage.getItem('jawhara.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    var size = Number(localStorage.getItem('jawhara.text-size'));
    if (localStorage.getItem('jawhara.recipient')) root.dataset.visitor = 'returning';
    if (size > 100 && size <= 200) root.style.setProperty('--text-scale', String(size / 100));
  } catch (error) {
    /* No storage: the defaults do. */
  }
  /* A form sent before the app is awake would load the page anew. It is kept, and the app presses again: host/early-press.ts. */
  addEventListener('submit', function (event) {
    event.preventDefault();
    window.pressedEarly = event.submitter;
  });
  /* The fonts are fetched when they are used. On a first visit they wait for the first paint, so that they take no line from it. */
  function putOwnFontOn() {
    root.classList.add('own-font');
  }
  if (hasFont) putOwnFontOn();
  else
    requestAnimationFrame(function () {
      setTimeout(function () {
        putOwnFontOn();
        if (!document.fonts) return;
        void document.fonts.ready.then(function () {
          try {
            localStorage.setItem('jawhara.font', 'fetched');
          } catch (error) {
            /* Next time is a first time again. */
          }
        });
      });
    });
})();
