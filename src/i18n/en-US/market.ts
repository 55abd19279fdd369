// Words of the chart and the spot ticket in English (United States).

export const market = {} as const;
