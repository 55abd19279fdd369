// Overlay of the order flow: what its indicators draw below and over the candles.
import { isOrderFlow } from '../../core/market-data/indicator-params.ts';
import type { ChartIndicator } from '../api.ts';
import type { Overlay } from '../input/drag-target.ts';
import type { DrawList } from '../render/draw-list.ts';
import { barMsOf } from '../scene/bar-length.ts';
import { formatPercent } from '../scene/text/number-format.ts';
import { TimeScale } from '../scene/scales/time-scale.ts';
import { type Covered, devicePx, type View } from '../scene/view.ts';
import { type FlowColumns, flowRowFrom } from './flow-columns.ts';
import { FootprintPainter, WIDEST_CSS_PX } from './footprint-painter.ts';
import { ProfilePainter } from './profile-painter.ts';
import { profileReading } from './profile-rows.ts';
import { RangePainter } from './range-painter.ts';
import { SessionPainter } from './session-painter.ts';
import { SESSION_MS } from './trading-sessions.ts';
import { TimeProfilePainter } from './time-profile-painter.ts';

const SEAM_CSS_PX = 3;
/** Below this share of the traded volume the legend shows how much of it was recorded. */
const NEARLY_ALL = 0.995;
const PER_CENT = 100;

export class OrderFlowOverlay implements Overlay {
  flow: FlowColumns | null = null;
  readonly #view: View;
  readonly #list: DrawList;
  /** Parts of the price axis that tags cover. */
  readonly covered: Covered[] = [];
  readonly #profile: ProfilePainter;
  readonly #sessions: SessionPainter;
  readonly #ranges: RangePainter;
  readonly #times: TimeProfilePainter;
  readonly #footprint: FootprintPainter;
  /** Null while its indicator is not shown, or its bars are too narrow. */
  #shownProfile: ChartIndicator | null = null;
  #shownSessions: ChartIndicator | null = null;
  #shownTimes: ChartIndicator | null = null;
  #shownFootprint: ChartIndicator | null = null;

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
    this.#profile = new ProfilePainter(view, list);
    this.#sessions = new SessionPainter(view, list);
    this.#ranges = new RangePainter(view, list);
    this.#times = new TimeProfilePainter(view, list);
    view.rangeProfile = this.#ranges.paint;
    this.#footprint = new FootprintPainter(view, list);
  }

  /** Brings the sums up to date; the scales are fitted. */
  compose(): void {
    this.#shownProfile = this.#find('VPVR');
    this.#shownSessions = this.#isWithinDays ? this.#find('SVP') : null;
    this.#shownTimes = this.#isWithinDays ? this.#find('TPO') : null;
    this.#composeFootprint(this.#find('FOOTPRINT'));
    this.#composeProfile();
    if (this.flow && this.#shownSessions) this.#sessions.compose(this.flow, this.#shownSessions.params ?? []);
    if (this.flow && this.#shownTimes) this.#times.compose(this.flow, this.#shownTimes.params ?? []);
  }

  /** Writes the texts of the legend; the crosshair is known. */
  read(): void {
    this.#read('SVP', this.flow && this.#shownSessions ? this.#sessions.read(this.flow) : '');
    this.#read('TPO', this.flow && this.#shownTimes ? this.#times.read(this.flow) : '');
  }

  paintUnder(): void {
    const { flow } = this;
    if (!flow) return;
    if (this.#view.data.indicators.some(({ name, hidden }) => isOrderFlow(name) && !hidden)) this.#paintSeams(flow);
    if (this.#shownSessions) this.#sessions.paint(flow);
    if (this.#shownTimes) this.#times.paint(flow);
    if (this.#shownProfile) this.#profile.paint(flow);
    if (this.#shownFootprint) this.#footprint.paint(flow, this.#shownFootprint.params ?? []);
  }

  draw(): void {
    this.covered.length = 0;
    this.#ranges.flow = this.flow;
    this.#ranges.params = this.#find('FRVP')?.params ?? null;
    this.#ranges.beginFrame();
    if (!this.flow) return;
    if (this.#shownProfile) this.#profile.paintLines(this.flow, this.covered);
    if (this.#shownSessions) this.#sessions.paintLines(this.flow, this.covered);
    if (this.#shownTimes) this.#times.paintLines(this.flow, this.covered);
  }

  #composeProfile(): void {
    const { flow } = this;
    const { time, data } = this.#view;
    const { columns } = data;
    if (!flow || !this.#shownProfile || columns.length === 0) return this.#read('VPVR', '');
    const from = flowRowFrom(flow, columns.time[time.firstRow] ?? Infinity);
    const to = time.endRow >= columns.length ? flow.length : flowRowFrom(flow, columns.time[time.endRow]!);
    if (this.#profile.compose(flow, from, Math.max(from, to), this.#shownProfile.params ?? []))
      this.#read('VPVR', profileReading(this.#view, flow, this.#profile.profile) + this.#recordedText(flow));
    return undefined;
  }

  /** Whether a candle is at most as long as a session. */
  get #isWithinDays(): boolean {
    const { market, data } = this.#view;
    return barMsOf(market.interval, data.columns) <= SESSION_MS;
  }

  /** Footprints take the place of the candles, and may be wider. */
  #composeFootprint(indicator: ChartIndicator | null): void {
    const { time, data } = this.#view;
    time.maxBarCssPx = indicator ? WIDEST_CSS_PX : TimeScale.MAX_BAR_CSS_PX;
    this.#shownFootprint = this.flow && this.#footprint.fits ? indicator : null;
    if (!this.#shownFootprint) return;
    for (const series of this.#list.series) if (series.rows === data.candles) series.to = series.from;
  }

  #find(name: string): ChartIndicator | null {
    return this.#view.data.indicators.find((each) => each.name === name && !each.hidden) ?? null;
  }

  /** The legend is written again when a text changed. */
  #read(name: string, text: string): void {
    const { readings, data } = this.#view;
    if (text === (readings.get(name) ?? '')) return;
    readings.set(name, text);
    data.revision += 1;
  }

  /** "  (63%)": how much of the volume in sight was recorded; empty when nearly all of it was. */
  #recordedText(flow: FlowColumns): string {
    const { time, data } = this.#view;
    let traded = 0;
    for (let row = time.firstRow; row < time.endRow; row++) traded += data.columns.volume[row]!;
    const share = (this.#profile.profile.total * flow.lotCoins) / traded;
    return share < NEARLY_ALL ? `  (${formatPercent(share * PER_CENT).replace('+', '')})` : '';
  }

  /** A dashed line at the foot of the candles where trades were not recorded, or only in part. */
  #paintSeams(flow: FlowColumns): void {
    const { time, data, panes, palette, ratio, plotRightPx } = this.#view;
    const { columns } = data;
    const height = devicePx(SEAM_CSS_PX, ratio);
    const y = panes[0]!.bottomPx - height;
    let start = -1;
    let row = flowRowFrom(flow, columns.time[time.firstRow] ?? Infinity);
    for (let at = time.firstRow; at <= time.endRow; at++) {
      const startMs = at < time.endRow ? columns.time[at]! : Infinity;
      while (row < flow.length && flow.time[row]! < startMs) row++;
      const isKnown = row < flow.length && flow.time[row] === startMs ? flow.part[row] === 0 : columns.volume[at] === 0;
      const isSeam = at < time.endRow && !isKnown;
      if (isSeam && start < 0) start = at;
      if (isSeam || start < 0) continue;
      const left = Math.max(0, time.xOf(start - 0.5 - time.origin));
      const right = Math.min(plotRightPx, time.xOf(at - 0.5 - time.origin));
      this.#list.under.dashed(left, y, right - left, height, height, palette.text3);
      start = -1;
    }
  }
}
