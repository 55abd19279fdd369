// Order numbers of contracts: "C" and the id in at least twelve digits.

const CONTRACT_PREFIX = 'C';

export function contractOrderNo(id: number): string {
  return CONTRACT_PREFIX + String(id).padStart(12, '0');
}

/** Id of an order number; null when it has another format. */
export function contractOrderId(orderNo: string): number | null {
  return /^C\d{12,15}$/.test(orderNo) ? Number(orderNo.slice(CONTRACT_PREFIX.length)) : null;
}
