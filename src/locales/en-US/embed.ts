// Words of the embedded chart in English (United States).

export const words = {
  'embed.toExchange': 'Open {{pair}} on DeFi',
  'embed.lead': 'A live chart for any site: two lines of HTML, no account, no cookies.',
  'embed.example': 'Live example',
  'embed.market': 'Market',
  'embed.take': 'Take a picture',
  'embed.taken': 'Picture of the chart',
  'embed.said': 'What the chart says',
  'embed.paste': 'Paste this',
  'embed.pasteText': 'The chart is as wide as its place and 400 px high, unless your style says otherwise.',
  'embed.attributes': 'Attributes',
  'embed.attributesText': 'They can be changed at any time; the chart follows.',
  'embed.symbol': 'A pair of this exchange',
  'embed.interval': 'Length of a candle, 1s to 1M',
  'embed.mainList': 'Indicators on the candles; parameters in brackets',
  'embed.subList': 'Indicators below the candles',
  'embed.theme': 'dark, light, or system',
  'embed.lang': 'Language of what the frame says',
  'embed.methods': 'Methods and events',
  'embed.methodsText':
    'Every method returns a promise. What cannot be done rejects it with a sentence, and the chart goes on as it was.',
  'embed.events': 'Events: ready, crosshair, candle, error. The values stand in event.detail.',
  'embed.frame': 'Without the script',
  'embed.frameText':
    'The frame alone is enough. It listens to the page named by “origin”, or else to the first that says hello, and to nobody else.',
  'embed.commands': 'Each message has a version, an id and a command; its answer carries the same id.',
  'embed.safe': 'What it does not do',
  'embed.safeText':
    'The frame knows no session, sets no cookie and stores nothing. It cannot see your page, and no other page of this exchange can be framed.',
  'embed.copy': 'Copy',
  'embed.copied': 'Copied',
  'embed.copyFailed': 'It could not be copied. Select the text instead.',
  'embed.scriptFailed': 'The example could not be loaded',
} as const;
