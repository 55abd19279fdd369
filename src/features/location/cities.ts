// Cities to find on the map by name, and formats of coordinates.

export interface City {
  name: string;
  /** Degrees, north and east positive. */
  lat: number;
  lng: number;
}

const CITIES: readonly (readonly [name: string, lat: number, lng: number])[] = [
  ['Taipei 台北', 25.03, 121.57],
  ['Hong Kong 香港', 22.32, 114.17],
  ['Shanghai 上海', 31.23, 121.47],
  ['Beijing 北京', 39.9, 116.41],
  ['Singapore', 1.35, 103.82],
  ['Tokyo 東京', 35.68, 139.69],
  ['Osaka 大阪', 34.69, 135.5],
  ['Seoul 서울', 37.57, 126.98],
  ['Hà Nội', 21.03, 105.85],
  ['Hồ Chí Minh', 10.82, 106.63],
  ['Bangkok', 13.76, 100.5],
  ['Jakarta', -6.21, 106.85],
  ['Manila', 14.6, 120.98],
  ['Kuala Lumpur', 3.14, 101.69],
  ['Mumbai', 19.08, 72.88],
  ['Delhi', 28.61, 77.21],
  ['Dubai دبي', 25.2, 55.27],
  ['Abu Dhabi أبو ظبي', 24.45, 54.38],
  ['Riyadh الرياض', 24.71, 46.68],
  ['Doha الدوحة', 25.29, 51.53],
  ['Cairo القاهرة', 30.04, 31.24],
  ['İstanbul', 41.01, 28.98],
  ['Moscow Москва', 55.76, 37.62],
  ['Saint Petersburg Санкт-Петербург', 59.93, 30.34],
  ['Kyiv Київ', 50.45, 30.52],
  ['Warszawa', 52.23, 21.01],
  ['Berlin', 52.52, 13.4],
  ['Frankfurt', 50.11, 8.68],
  ['München', 48.14, 11.58],
  ['Wien', 48.21, 16.37],
  ['Zürich', 47.37, 8.54],
  ['Paris', 48.86, 2.35],
  ['Lyon', 45.76, 4.84],
  ['Bruxelles', 50.85, 4.35],
  ['Amsterdam', 52.37, 4.9],
  ['London', 51.51, -0.13],
  ['Madrid', 40.42, -3.7],
  ['Lisboa', 38.72, -9.14],
  ['Roma', 41.9, 12.5],
  ['Lagos', 6.52, 3.38],
  ['Nairobi', -1.29, 36.82],
  ['Johannesburg', -26.2, 28.05],
  ['New York', 40.71, -74.01],
  ['Chicago', 41.88, -87.63],
  ['San Francisco', 37.77, -122.42],
  ['Los Angeles', 34.05, -118.24],
  ['Toronto', 43.65, -79.38],
  ['Montréal', 45.5, -73.57],
  ['Ciudad de México', 19.43, -99.13],
  ['São Paulo', -23.55, -46.63],
  ['Buenos Aires', -34.6, -58.38],
  ['Santiago', -33.45, -70.67],
  ['Sydney', -33.87, 151.21],
  ['Melbourne', -37.81, 144.96],
  ['Auckland', -36.85, 174.76],
];
const CITY_LIST: readonly City[] = CITIES.map(([name, lat, lng]) => ({ name, lat, lng }));

const normalised = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Cities whose name contains `text`, ignoring case and diacritics; all for ''. */
export function findCities(text: string): readonly City[] {
  const searchText = normalised(text.trim());
  return CITY_LIST.filter(({ name }) => normalised(name).includes(searchText));
}

/** "25.0300° N, 121.5700° E". */
export function coordinatesText({ lat, lng }: City): string {
  return `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lng).toFixed(4)}° ${lng < 0 ? 'W' : 'E'}`;
}

/** A geo: URI (RFC 5870), which phones open in their maps app. */
export function geoUri({ name, lat, lng }: City): string {
  return `geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(name)})`;
}
