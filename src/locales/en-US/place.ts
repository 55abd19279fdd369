// Words of places in English (United States).

export const words = {
  'place.map': 'Map of the world',
  'place.mapAt': 'Map of the world with {{place}}',
  'place.onMap': 'Point on the map',
  'place.choose': 'Choose a location',
  'place.useOwn': 'My position',
  'place.use': 'Use this place',
  'place.useNone': 'Choose a place first',
  'place.search': 'Search places',
  'place.list': 'Places',
  'place.denied':
    'Your position was not allowed. Allow it in the settings of the browser for this site, or choose a place from the list.',
  'place.unknown': 'This device does not know its position now. Choose a place from the list.',
  'place.none': 'No place was given.',
  'place.openApp': 'Open in a maps app',
  'place.own': 'You are here',
} as const;
