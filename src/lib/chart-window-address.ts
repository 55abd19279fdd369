// The address of a chart in a window of its own.

/** Its query is that of the chart page: market and interval. */
export const CHART_WINDOW = '/chart';
