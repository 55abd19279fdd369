// Profiles of the simulated instruments: reference price, volatility, correlation, trading volume.

/** One driver of log-price: a named random walk with its own volatility. */
export interface PriceDriver {
  name: string;
  /** Yearly standard deviation of the log-price that this driver adds. */
  yearlyVol: number;
}

export interface WeightedDriver {
  driver: PriceDriver;
  weight: number;
}

/** Behaviour of one instrument. */
export interface InstrumentProfile {
  /** Price in quote coins near which the generated history ends. */
  price: number;
  /** Random walks whose weighted sum is the log-price; instruments that share a driver are correlated. */
  drivers: WeightedDriver[];
  /** Standard deviation of a perpetual's basis (distance from its spot pair), as a fraction; 0 for the others. */
  basisVol: number;
  /** Half of the bots' spread at average volatility, as a fraction of the price. */
  halfSpread: number;
  /** Typical value of one book level, in quote coins; about twelve levels lie within 0.1 % of the mid price. */
  levelValue: number;
  /** Value of a typical taker order, in quote coins. */
  tradeValue: number;
  /** Value traded in an average minute of the generated history, in quote coins; equals that of the takers. */
  minuteValue: number;
  /** Base rate of taker orders per second, without the bursts. */
  takersPerSecond: number;
}

/** Common factor of all coins. */
const CRYPTO_DRIVER: PriceDriver = { name: 'coins', yearlyVol: 0.48 };

function ownDriver(name: string, yearlyVol: number): PriceDriver {
  return { name, yearlyVol };
}

/**
 * Converts `takersPerSecond` orders of `tradeValue` to value per minute: mean over median of the log-normal order size
 * (sigma 1.2), times 60 s.
 */
const TRADES_PER_MINUTE_FACTOR = Math.exp(1.2 ** 2 / 2) * 60;

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
 * `weight` is the loading on the common factor; with `ownVol` it gives the correlation of two coins. Depth is that of
 * large venues: BTC about 5 million USDT within 0.1 %, the smallest coin 300 000.
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

/** Perpetuals share the drivers of their spot pair. */
const PERPETUAL_OF: [id: number, spotId: number][] = [
  [102, 2],
  [103, 3],
  [105, 5],
  [106, 6],
];

/**
 * Spreads are interbank spreads: inside a wide one, a user could move the mid price by about as much as it moves in
 * half a minute.
 */
type ForexRow = [id: number, price: number, legs: [PriceDriver, number][], halfSpread: number];
/**
 * Dollar strength is the common factor. EUR/JPY is the sum of EUR/USD and USD/JPY, so triangular arbitrage earns at
 * most the spread.
 */
const DOLLAR: PriceDriver = { name: 'dollar', yearlyVol: 0.045 };
const EURO: [PriceDriver, number][] = [
  [DOLLAR, -1],
  [ownDriver('euro', 0.045), 1],
];
const YEN: [PriceDriver, number][] = [
  [DOLLAR, 0.9],
  [ownDriver('yen', 0.075), -1],
];
const FOREX_ROWS: ForexRow[] = [
  [201, 1.085, EURO, 0.000005],
  [
    202,
    1.272,
    [
      [DOLLAR, -1.1],
      [ownDriver('pound', 0.055), 1],
    ],
    0.000005,
  ],
  [203, 151.4, YEN, 0.000005],
  [
    204,
    0.655,
    [
      [DOLLAR, -1.3],
      [ownDriver('aussie', 0.07), 1],
    ],
    0.000005,
  ],
  [
    205,
    0.898,
    [
      [DOLLAR, 0.95],
      [ownDriver('franc', 0.05), -1],
    ],
    0.000005,
  ],
  [
    206,
    1.366,
    [
      [DOLLAR, 0.7],
      [ownDriver('loonie', 0.04), -1],
    ],
    0.000004,
  ],
  [
    207,
    7.245,
    [
      [DOLLAR, 0.45],
      [ownDriver('yuan', 0.02), -1],
    ],
    0.000002,
  ],
  [208, 1.085 * 151.4, [...EURO, ...YEN], 0.000005],
];

function coinProfile([
  ,
  symbol,
  price,
  weight,
  ownVol,
  levelValue,
  tradeValue,
  takersPerSecond,
]: CoinRow): InstrumentProfile {
  return {
    price,
    basisVol: 0,
    halfSpread: 0.00002 + ownVol * 0.00008,
    levelValue,
    tradeValue,
    minuteValue: tradeValue * takersPerSecond * TRADES_PER_MINUTE_FACTOR,
    takersPerSecond,
    drivers: [
      { driver: CRYPTO_DRIVER, weight },
      { driver: ownDriver(symbol, ownVol), weight: 1 },
    ],
  };
}

function forexProfile([, price, legs, halfSpread]: ForexRow): InstrumentProfile {
  return {
    price,
    basisVol: 0,
    halfSpread,
    levelValue: 1_000_000 * price,
    tradeValue: 8_000 * price,
    minuteValue: 8_000 * price * 0.6 * TRADES_PER_MINUTE_FACTOR,
    takersPerSecond: 0.6,
    drivers: legs.map(([driver, weight]) => ({ driver, weight })),
  };
}

function allProfiles(): Map<number, InstrumentProfile> {
  const profiles = new Map<number, InstrumentProfile>();
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

/** Profile of a listed instrument. Throws Error for one that is not simulated. */
export function profileOf(coinInfoId: number): InstrumentProfile {
  const profile = PROFILES.get(coinInfoId);
  if (!profile) throw new Error(`instrument ${coinInfoId} has no simulated behaviour`);
  return profile;
}
