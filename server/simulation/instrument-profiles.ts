// How each simulated instrument behaves: reference price, volatility, what it moves with, how much of it is traded.

/** One driver of log-price: a named random walk with its own volatility. */
export interface Driver {
  name: string;
  /** Yearly standard deviation of the log-price that this driver adds. */
  yearlyVol: number;
}

/** Behaviour of one instrument. */
export interface Profile {
  /** Price in quote coins that the generated history ends near. */
  price: number;
  /** Random walks whose sum (with sign) is the log-price; shared names move together. */
  drivers: { driver: Driver; weight: number }[];
  /** Standard deviation of a perpetual's distance from its spot pair, as a fraction; 0 for the others. */
  basisVol: number;
  /** Half of the bots' spread at average volatility, as a fraction of the price. */
  halfSpread: number;
  /** Typical value of one level of the book, in quote coins: about a dozen of them lie within 0.1 % of the middle. */
  levelValue: number;
  /** Value of a taker's typical order, in quote coins. */
  tradeValue: number;
  /** Value traded in an average minute of the generated history, in quote coins: that of the takers. */
  minuteValue: number;
  /** Takers' orders a second when nothing excites them. */
  takersPerSecond: number;
}

/** The common factor of all coins. */
const COINS: Driver = { name: 'coins', yearlyVol: 0.48 };

function own(name: string, yearlyVol: number): Driver {
  return { name, yearlyVol };
}

/**
 * Mean of a log-normal size over its typical one (1.2 is its spread), times the seconds of a minute: what
 * `takersPerSecond` trade in a minute.
 */
const MINUTE_TRADES = Math.exp(1.2 ** 2 / 2) * 60;

type CoinRow = [
  id: number,
  symbol: string,
  price: number,
  weight: number,
  ownVol: number,
  levelValue: number,
  tradeValue: number,
  takersPerSecond: number,
];
/**
 * `weight` is the loading on the common factor: correlation of two coins follows from it and from their own volatility.
 * Depth is that of large venues: BTC some five million USDT within 0.1 %, the smallest three hundred thousand.
 */
const COIN_ROWS: CoinRow[] = [
  [2, 'BTC', 67_000, 1, 0.15, 360_000, 1_400, 2.4],
  [3, 'ETH', 3_500, 1.15, 0.28, 240_000, 1_000, 2],
  [4, 'BNB', 590, 0.95, 0.3, 90_000, 500, 0.7],
  [5, 'SOL', 185, 1.4, 0.45, 180_000, 700, 1.4],
  [6, 'XRP', 2.35, 1.05, 0.45, 180_000, 600, 0.8],
  [7, 'ADA', 0.85, 1.15, 0.42, 50_000, 300, 0.5],
  [8, 'DOGE', 0.22, 1.35, 0.5, 110_000, 400, 0.7],
  [9, 'TRX', 0.3, 0.6, 0.3, 40_000, 300, 0.4],
  [10, 'AVAX', 36, 1.35, 0.45, 40_000, 300, 0.4],
  [11, 'LINK', 15.5, 1.25, 0.42, 40_000, 300, 0.4],
  [12, 'LTC', 83, 1, 0.35, 40_000, 300, 0.4],
  [13, 'DOT', 6.9, 1.2, 0.4, 35_000, 300, 0.4],
];

/** Perpetuals follow the drivers of their spot pair. */
const PERPETUAL_OF: [id: number, spotId: number][] = [
  [102, 2],
  [103, 3],
  [105, 5],
  [106, 6],
];

/**
 * Spreads are those between banks: a wide one would let whoever stands inside it move the middle by much of what half a
 * minute brings.
 */
type ForexRow = [id: number, price: number, legs: [Driver, number][], halfSpread: number];
/**
 * Dollar strength is the common factor; EUR/JPY is the sum of EUR/USD and USD/JPY, so the triangle closes but for the
 * spread.
 */
const DOLLAR: Driver = { name: 'dollar', yearlyVol: 0.045 };
const EURO: [Driver, number][] = [
  [DOLLAR, -1],
  [own('euro', 0.045), 1],
];
const YEN: [Driver, number][] = [
  [DOLLAR, 0.9],
  [own('yen', 0.075), -1],
];
const FOREX_ROWS: ForexRow[] = [
  [201, 1.085, EURO, 0.000005],
  [
    202,
    1.272,
    [
      [DOLLAR, -1.1],
      [own('pound', 0.055), 1],
    ],
    0.000005,
  ],
  [203, 151.4, YEN, 0.000005],
  [
    204,
    0.655,
    [
      [DOLLAR, -1.3],
      [own('aussie', 0.07), 1],
    ],
    0.000005,
  ],
  [
    205,
    0.898,
    [
      [DOLLAR, 0.95],
      [own('franc', 0.05), -1],
    ],
    0.000005,
  ],
  [
    206,
    1.366,
    [
      [DOLLAR, 0.7],
      [own('loonie', 0.04), -1],
    ],
    0.000004,
  ],
  [
    207,
    7.245,
    [
      [DOLLAR, 0.45],
      [own('yuan', 0.02), -1],
    ],
    0.000002,
  ],
  [208, 1.085 * 151.4, [...EURO, ...YEN], 0.000005],
];

function coinProfile([, symbol, price, weight, ownVol, levelValue, tradeValue, takersPerSecond]: CoinRow): Profile {
  return {
    price,
    basisVol: 0,
    halfSpread: 0.00002 + ownVol * 0.00008,
    levelValue,
    tradeValue,
    minuteValue: tradeValue * takersPerSecond * MINUTE_TRADES,
    takersPerSecond,
    drivers: [
      { driver: COINS, weight },
      { driver: own(symbol, ownVol), weight: 1 },
    ],
  };
}

function forexProfile([, price, legs, halfSpread]: ForexRow): Profile {
  return {
    price,
    basisVol: 0,
    halfSpread,
    levelValue: 1_000_000 * price,
    tradeValue: 8_000 * price,
    minuteValue: 8_000 * price * 0.6 * MINUTE_TRADES,
    takersPerSecond: 0.6,
    drivers: legs.map(([driver, weight]) => ({ driver, weight })),
  };
}

function allProfiles(): Map<number, Profile> {
  const profiles = new Map<number, Profile>();
  for (const row of COIN_ROWS) profiles.set(row[0], coinProfile(row));
  for (const row of FOREX_ROWS) profiles.set(row[0], forexProfile(row));
  for (const [id, spotId] of PERPETUAL_OF) {
    const spot = profiles.get(spotId);
    if (spot)
      profiles.set(id, {
        ...spot,
        basisVol: 0.0004,
        levelValue: spot.levelValue * 1.5,
        tradeValue: spot.tradeValue * 1.5,
        minuteValue: spot.minuteValue * 1.5,
      });
  }
  return profiles;
}

const PROFILES = allProfiles();

/** Profile of a house instrument; throws for one that is not simulated. */
export function profileOf(coinInfoId: number): Profile {
  const profile = PROFILES.get(coinInfoId);
  if (!profile) throw new Error(`instrument ${coinInfoId} has no simulated behaviour`);
  return profile;
}
