// CRC-32 (IEEE), the checksum of Kraken's and OKX's books, for browsers and Node alike.

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of ASCII text, unsigned. */
export function crc32(text: string): number {
  let crc = -1;
  for (let i = 0; i < text.length; i += 1) crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(i)) & 255] ?? 0);
  return ~crc >>> 0;
}
