// Words of assets in English (United States).

export const words = {
  'assets.total': 'Total assets ({{currency}})',
  'assets.spot': 'Spot',
  'assets.contract': 'Contract',
  'assets.accounts': 'Accounts',
  'assets.frozen': 'Frozen {{amount}}',
  'assets.available': 'Available {{amount}}',
  'assets.hideSmall': 'Hide small balances',
  'assets.search': 'Search coins',
  'assets.emptyTitle': 'No balances here',
  'assets.emptyText': 'Coins that you hold appear in this list.',
  'assets.hiddenSmall': 'Balances below {{amount}} are hidden',
  'assets.loginTitle': 'Log in to see your assets',
  'assets.failed': 'The balances could not be loaded',
  'assets.age': 'As of {{time}}',
  'assets.records': 'Records',
} as const;
