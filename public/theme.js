// Runs before the first paint: theme, whether this is a first visit, and the market worker before the app.
(function () {
  try {
    // A first visit on a phone: what the page shows before the app has started is right for it.
    if (localStorage.length === 0 && matchMedia('(max-width: 767px)').matches)
      document.documentElement.dataset.visit = 'first';
    var kept = localStorage.getItem('fxproTheme');
    var light = kept === 'light' || (kept === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
    if (light) document.documentElement.dataset.theme = 'light';
  } catch (closed) {
    console.warn('the kept theme cannot be read', closed);
  }
  // The link of the largest script names the worker: once it is loaded, the network is free while the app starts.
  document.addEventListener(
    'load',
    function (event) {
      var url = event.target.dataset && event.target.dataset.marketWorker;
      // A window with an opener may share the worker of that one; a replay has another one.
      if (!url || window.opener || location.pathname === '/replay/market' || 'earlyMarketWorker' in window) return;
      var exchange = document.querySelector('meta[name="api-origin"]').content;
      // The worker of a page whose server is the exchange connects at once.
      // Its address stays as it is: by another one the worker's parts would load a second worker beside it.
      var name = exchange === 'self' ? 'market-self' : 'market';
      var early = { worker: new Worker(url, { type: 'module', name: name }), failed: false };
      early.worker.addEventListener('error', function () {
        early.failed = true;
      });
      window.earlyMarketWorker = early;
    },
    true,
  );
})();
