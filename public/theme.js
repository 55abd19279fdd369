// Runs before the app: theme, whether this is a first visit, the market worker and a live price.
(function () {
  var page = document.documentElement;
  // Chrome 116, Safari 17.4 and Firefox 125 have both.
  if (!('popover' in page && AbortSignal.any)) location.replace('/old-browser.html');
  try {
    // A first visit on a phone: what the page shows before the app has started is right for it.
    if (localStorage.length === 0 && matchMedia('(max-width: 47.9em)').matches)
      page.dataset.visit = 'first';
    var stored = localStorage.getItem('fxproTheme');
    var light = stored === 'light' || (stored === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
    if (light) page.dataset.theme = 'light';
  } catch (closed) {
    console.warn('the stored theme cannot be read', closed);
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
      // What it shows of the market in its address before the app runs is in the language of the page.
      var market = /[?&]coinInfoId=(\d+)/.exec(location.search);
      if (name === 'market-self' && page.dataset.visit === 'first' && market) name += ' ' + page.lang + ' ' + market[1];
      var early = { worker: new Worker(url, { type: 'module', name: name }), failed: false };
      early.worker.addEventListener('error', function () {
        early.failed = true;
      });
      early.worker.addEventListener('message', function (event) {
        if ('earlyPrice' in event.data) show(event.data.earlyPrice);
      });
      window.earlyMarketWorker = early;
    },
    true,
  );
  var isOver;
  // A price is shown while it is live: until the worker says otherwise, or is silent for too long.
  function show(price) {
    clearTimeout(isOver);
    isOver = price && setTimeout(show, price.liveMs, null);
    var parts = document.querySelectorAll('.first-paint [data-early]');
    for (var i = 0; i < parts.length; i++) parts[i].textContent = price ? price[parts[i].dataset.early] : '';
    var light = document.querySelector('.first-paint [data-shield]');
    if (!light) return;
    light.dataset.shield = price ? 'verified' : 'loading';
    var words = light.querySelector('[data-live]');
    words.textContent = price ? words.dataset.live : words.dataset.loading;
  }
})();
