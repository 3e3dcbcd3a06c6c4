/* Runs before the first paint; the build writes it into every page and names its hash in the CSP. Plain old script. */
(function () {
  var root = document.documentElement;
  var isPc = innerWidth > 800;
  root.classList.toggle('pc', isPc);
  document.body.classList.toggle('pc', isPc);
  try {
    var theme = localStorage.getItem('jawhara.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    var size = Number(localStorage.getItem('jawhara.text-size'));
    if (localStorage.getItem('jawhara.recipient')) root.dataset.visitor = 'returning';
    if (size > 100 && size <= 200) root.style.setProperty('--text-scale', String(size / 100));
  } catch (error) {
    /* No storage: the defaults do. */
  }
})();
