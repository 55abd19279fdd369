// Puts the kept theme on the page before its first paint; state/theme.ts takes over from here.
(function () {
  try {
    var kept = localStorage.getItem('fxproTheme');
    var light = kept === 'light' || (kept === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
    if (light) document.documentElement.dataset.theme = 'light';
  } catch (closed) {
    console.warn('the kept theme cannot be read', closed);
  }
})();
