// Words of the demo account in English (United States).

export const words = {
  'demo.about': 'Trade with demo money against the same prices and rules as everybody. Nothing here is real money.',
  'demo.colours': 'Up and down colours',
  'demo.greenUp': 'Green up',
  'demo.redUp': 'Red up',
  'demo.open': 'Open a demo account',
  'demo.none': 'This exchange is no demo. Please register with your e-mail.',
  'demo.ready': 'Your demo account is open, with 10,000 USDT.',
  'demo.keep': 'Keep these two if you want to come back from another device.',
  'demo.start': 'Start trading',
  'demo.faucet': 'Top up to 10,000 USDT',
  'demo.credited': '{{amount}} USDT credited',
  'demo.later': 'Nothing to top up now. Try again in an hour.',
  'demo.real': 'A demo account holds no real money. A real account needs your e-mail and an identity check.',
} as const;
