// Terms, positions and the golden table of the formulas, for the tests of the risk engine.
import { type Direction, type Position, addFill, emptyPosition } from '../../core/risk/margin.ts';
import { changeMargin } from '../../core/risk/margin-close.ts';
import { DEFAULT_TIERS, type RiskTerms, tiersOf } from '../../core/risk/margin-tiers.ts';
import { gridOf, parseMoney, parseSteps, type Units } from '../../core/units/units.ts';

export const TAKER_E8 = 60_000n;
const MAKER_E8 = 20_000n;

export function terms(priceTick = '0.1', amountStep = '0.001', takerE8 = TAKER_E8): RiskTerms {
  return {
    price: gridOf(priceTick),
    amount: gridOf(amountStep),
    tiers: tiersOf(DEFAULT_TIERS),
    makerE8: MAKER_E8,
    takerE8,
    quotePerUsdt: 1n,
  };
}

export function money(text: string): Units {
  const units = parseMoney(text);
  if (units === null) throw new Error(text);
  return units;
}

export function ticks(of: RiskTerms, text: string): number {
  const count = parseSteps(text, of.price);
  if (typeof count !== 'number') throw new Error(`${text}: ${count}`);
  return count;
}

export function opened(
  of: RiskTerms,
  direction: Direction,
  amount: string,
  price: string,
  multiple: number,
  added = '0',
): Position {
  const lots = parseSteps(amount, of.amount);
  if (typeof lots !== 'number') throw new Error(`${amount}: ${lots}`);
  const filled = addFill(of, emptyPosition(direction, multiple), ticks(of, price), lots, of.takerE8);
  return changeMargin(filled.position, money(added));
}

interface GoldenCase {
  name: string;
  direction: Direction;
  amount: string;
  price: string;
  multiple: number;
  added: string;
  im: string;
  fee: string;
  liq: string | null;
  liqFree: string | null;
  bust: string;
  breakEven: string;
  mark: string;
  profit: string;
  roe: string;
  risk: string;
  gone: boolean;
}

const row = (
  name: string,
  direction: Direction,
  amount: string,
  price: string,
  multiple: number,
  added: string,
  rest: string,
): GoldenCase => {
  const [
    im = '',
    fee = '',
    liq = '',
    liqFree = '',
    bust = '',
    breakEven = '',
    mark = '',
    profit = '',
    roe = '',
    risk = '',
  ] = rest.split(' ');
  const orNone = (text: string): string | null => (text === 'none' ? null : text);
  return {
    name,
    direction,
    amount,
    price,
    multiple,
    added,
    im,
    fee,
    liq: orNone(liq),
    liqFree: orNone(liqFree),
    bust,
    breakEven,
    mark,
    profit,
    roe,
    risk,
    gone: Number(risk) >= 100,
  };
};

/** IM, open fee, P_liq, P_liq without fee, P_bust, break-even, mark, U, ROE %, risk %. */
export const GOLDEN: GoldenCase[] = [
  row(
    'A',
    'long',
    '1',
    '20000',
    50,
    '0',
    '400 12 19710.37811746 19698.49246231 19600 20024.01440865 20300 300 75 16.24',
  ),
  row(
    'B',
    'short',
    '1',
    '20000',
    50,
    '0',
    '400 12 20286.39618138 20298.50746269 20400 19976.01439137 20300 -300 -75 113.68',
  ),
  row(
    'C',
    'long',
    '0.1',
    '60000',
    10,
    '0',
    '600 3.6 54304.10297667 54271.35678392 54000 60072.04322594 54300 -570 -95 101.36',
  ),
  row(
    'D',
    'long',
    '0.1',
    '60000',
    10,
    '200',
    '600 3.6 52292.83990346 52261.30653266 52000 60072.04322594 54300 -570 -95 13.22',
  ),
  row(
    'E',
    'short',
    '5',
    '60000',
    20,
    '0',
    '15000 180 62207.48829953 62243.90243902 63000 59928.0431741 60600 -3000 -20 31.31',
  ),
  row('F', 'long', '1', '100', 1, '0', '100 0.06 none none 0 100.12007204 90 -10 -10 0.56'),
  row('G', 'short', '1', '100', 1, '0', '100 0.06 198.88623707 199.00497512 200 99.88007196 190 -90 -90 10.64'),
];
