// Words of settings in English (United States).

export const words = {
  'set.theme': 'Theme',
  'set.dark': 'Dark',
  'set.light': 'Light',
  'set.system': 'System',
  'set.upDown': 'Up and down',
  'set.greenUp': 'Green up',
  'set.redUp': 'Red up',
  'set.palette': 'Market colours',
  'set.plain': 'Green and red',
  'set.safe': 'Blue and orange',
  'set.sample': 'Sample',
  'set.version': 'Version',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': 'Rate of {{time}}',
  'set.rateFailed': 'The rate cannot be fetched now. Amounts stay in {{currency}} at the last rate.',
} as const;
